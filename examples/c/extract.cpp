// Prints the title of a page and its main content as Markdown. A second argument is its language, as a hint.
//
//   c++ -std=c++17 extract.cpp $(pkg-config --cflags --libs pellucid) -o extract && ./extract page.html fa
#include <pellucid.h>

#include <fstream>
#include <iostream>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <string>

template <typename T, void (*give_back)(T *)>
struct Deleter {
    void operator()(T *object) const { give_back(object); }
};
using Hints = std::unique_ptr<pellucid_hints, Deleter<pellucid_hints, pellucid_hints_free>>;
using Detector = std::unique_ptr<pellucid_detector, Deleter<pellucid_detector, pellucid_detector_free>>;
using Page = std::unique_ptr<pellucid_page, Deleter<pellucid_page, pellucid_page_free>>;

static void check(pellucid_status status)
{
    if (status != PELLUCID_OK)
        throw std::runtime_error(pellucid_message());
}

static Detector detector(const char *language)
{
    pellucid_hints *hints = nullptr;
    check(pellucid_hints_new(&hints));
    Hints kept(hints);
    if (language)
        check(pellucid_hints_set(hints, "lang", language));
    pellucid_detector *made = nullptr;
    check(pellucid_detector_new(hints, &made));
    return Detector(made);
}

int main(int count, char **arguments)
try {
    if (count < 2)
        throw std::runtime_error("usage: extract FILE [LANGUAGE]");
    std::ifstream file(arguments[1], std::ios::binary);
    if (!file)
        throw std::runtime_error(std::string("cannot read ") + arguments[1]);
    const std::string bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());

    const Detector known = detector(count > 2 ? arguments[2] : nullptr);
    pellucid_options options;
    check(pellucid_options_init(&options));
    options.repair = options.links = options.images = 1;
    pellucid_page *made = nullptr;
    const auto *data = reinterpret_cast<const unsigned char *>(bytes.data());
    check(pellucid_extract(known.get(), data, bytes.size(), &options, &made));
    const Page page(made);

    if (const char *title = pellucid_page_field(page.get(), "title"))
        std::cout << "title: " << title << "\n\n";
    if (const char *why = pellucid_page_empty(page.get()))
        std::cerr << "no content: " << why << '\n';
    size_t length = 0;
    const char *markdown = pellucid_page_content(page.get(), PELLUCID_FORMAT_MARKDOWN, &length);
    std::cout.write(markdown, static_cast<std::streamsize>(length));
} catch (const std::exception &error) {
    std::cerr << error.what() << '\n';
    return 1;
}
