/* What the library promises to C: answers, errors, null pointers, wrong sizes. Ends with 0, or names the line that is wrong. */
#include <pellucid.h>
#include <uchardet.h>

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(what)                                                                                       \
    do {                                                                                                  \
        if (!(what)) {                                                                                    \
            fprintf(stderr, "line %d: %s (%s)\n", __LINE__, #what, pellucid_message());                   \
            exit(1);                                                                                      \
        }                                                                                                 \
    } while (0)
#define SAME(one, other) CHECK(strcmp((one), (other)) == 0)

/* "Вопрос" in KOI8-R, and "Привет, мир" in windows-1251. */
static const unsigned char VOPROS[] = "<p>\xF7\xCF\xD0\xD2\xCF\xD3";
static const unsigned char PRIVET[] = "\xCF\xF0\xE8\xE2\xE5\xF2, \xEC\xE8\xF0";
static const unsigned char PNG[] = "\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\1\0\0\0\1\10\6\0\0\0";

static void hints_and_detectors(void)
{
    pellucid_hints *hints = NULL;
    pellucid_detector *detector = NULL;
    pellucid_guess *guess = NULL;
    double number = 7;

    CHECK(pellucid_hints_new(&hints) == PELLUCID_OK);
    CHECK(pellucid_hints_set(hints, "language", "ru") == PELLUCID_UNKNOWN_NAME);
    CHECK(strstr(pellucid_message(), "lang") != NULL);
    CHECK(pellucid_hints_set(hints, "lang", "\xFF") == PELLUCID_BAD_VALUE);
    CHECK(pellucid_hints_set(hints, "lang", "Klingonish") == PELLUCID_OK);
    CHECK(pellucid_detector_new(hints, &detector) == PELLUCID_BAD_VALUE && detector == NULL);
    CHECK(strncmp(pellucid_message(), "lang: ", 6) == 0);
    CHECK(pellucid_hints_set(hints, "lang", "ru") == PELLUCID_OK);
    CHECK(pellucid_hints_set(hints, "allow", "koi8-r, windows-1251") == PELLUCID_OK);
    CHECK(pellucid_detector_new(hints, &detector) == PELLUCID_OK);
    pellucid_hints_free(hints);

    CHECK(pellucid_detect(detector, PRIVET, sizeof PRIVET - 1, &guess) == PELLUCID_OK);
    SAME(pellucid_guess_encoding(guess), "windows-1251");
    CHECK(pellucid_guess_confidence(guess) > 0.5 && pellucid_guess_confidence(guess) <= 1);
    CHECK(!pellucid_guess_is_ascii(guess) && !pellucid_guess_is_binary(guess));
    CHECK(pellucid_guess_declared(guess) == NULL);
    CHECK(pellucid_guess_source(guess) != NULL);
    CHECK(pellucid_guess_evidence(guess, 0, &number) != NULL && number != 7);
    CHECK(pellucid_guess_evidence(guess, 0, NULL) != NULL);
    CHECK(pellucid_guess_evidence(guess, (size_t)-1, &number) == NULL);
    CHECK(pellucid_guess_alternative(guess, 1000, NULL) == NULL);
    pellucid_guess_free(guess);
    pellucid_detector_free(detector);

    CHECK(pellucid_detect(NULL, NULL, 0, &guess) == PELLUCID_OK);
    SAME(pellucid_guess_encoding(guess), "UTF-8");
    CHECK(pellucid_guess_is_ascii(guess) && pellucid_guess_language(guess) == NULL);
    pellucid_guess_free(guess);
}

static void streams(void)
{
    pellucid_stream *stream = NULL;
    pellucid_guess *pieces = NULL, *whole = NULL, *again = (pellucid_guess *)&stream;

    CHECK(pellucid_stream_new(NULL, &stream) == PELLUCID_OK);
    for (size_t n = 0; n < sizeof VOPROS - 1; n++)
        CHECK(pellucid_stream_feed(stream, VOPROS + n, 1) == PELLUCID_OK);
    CHECK(pellucid_stream_feed(stream, NULL, 0) == PELLUCID_OK);
    CHECK(pellucid_stream_feed(stream, NULL, 1) == PELLUCID_NULL);
    CHECK(pellucid_stream_finish(stream, &pieces) == PELLUCID_OK);
    CHECK(pellucid_detect(NULL, VOPROS, sizeof VOPROS - 1, &whole) == PELLUCID_OK);
    SAME(pellucid_guess_encoding(pieces), pellucid_guess_encoding(whole));
    CHECK(pellucid_guess_confidence(pieces) == pellucid_guess_confidence(whole));
    CHECK(pellucid_stream_feed(stream, VOPROS, 1) == PELLUCID_FINISHED);
    CHECK(pellucid_stream_finish(stream, &again) == PELLUCID_FINISHED && again == NULL);
    pellucid_guess_free(pieces);
    pellucid_guess_free(whole);
    pellucid_stream_free(stream);
    CHECK(pellucid_stream_new(NULL, &stream) == PELLUCID_OK);
    pellucid_stream_free(stream); /* without an end */
}

static void decoding(void)
{
    static const unsigned char doubled[] = "<meta charset=latin1>\xC3\x83\xC2\xA9t\xC3\x83\xC2\xA9 d\xC3\x83\xC2\xA9j\xC3\x83\xC2\xA0 vu";
    pellucid_options options;
    pellucid_text *text = NULL;
    size_t length = 0;

    memset(&options, 0xAA, sizeof options);
    CHECK(pellucid_options_init(&options) == PELLUCID_OK && options.size == sizeof options);
    CHECK(pellucid_decode(NULL, (const unsigned char *)"a\0b", 3, NULL, &text) == PELLUCID_OK);
    CHECK(memcmp(pellucid_text_data(text, &length), "a\0b", 4) == 0 && length == 3);
    CHECK(pellucid_text_replaced(text) == 0);
    SAME(pellucid_guess_encoding(pellucid_text_guess(text)), "UTF-8");
    pellucid_text_free(text);

    options.repair = options.declare = 1;
    CHECK(pellucid_decode(NULL, doubled, sizeof doubled - 1, &options, &text) == PELLUCID_OK);
    SAME(pellucid_text_data(text, NULL), "<meta charset=utf-8>\xC3\xA9t\xC3\xA9 d\xC3\xA9j\xC3\xA0 vu");
    pellucid_text_free(text);

    options.errors = PELLUCID_ERRORS_STRICT;
    CHECK(pellucid_decode(NULL, (const unsigned char *)"\xEF\xBB\xBF\xFF", 4, &options, &text) == PELLUCID_UNDECODABLE);
    CHECK(text == NULL && *pellucid_message() != 0);
    options.errors = 99;
    CHECK(pellucid_decode(NULL, VOPROS, 3, &options, &text) == PELLUCID_BAD_VALUE);
    options.errors = 0;
    options.size = 3;
    CHECK(pellucid_decode(NULL, VOPROS, 3, &options, &text) == PELLUCID_BAD_SIZE);
    CHECK(pellucid_decode(NULL, VOPROS, (size_t)-1, NULL, &text) == PELLUCID_BAD_SIZE);
    CHECK(pellucid_decode(NULL, PNG, sizeof PNG - 1, NULL, &text) == PELLUCID_NOT_TEXT && text == NULL);
}

static void extraction(void)
{
    static const unsigned char html[] =
        "<html lang=fr><meta charset=iso-8859-1><title>Th\xE9</title><nav><a href=/>Accueil</a></nav><article><h1>Th\xE9</h1>"
        "<p>L'eau ne doit pas bouillir pour le th\xE9 vert : 70 degr\xE9s suffisent, et deux minutes.</p></article>";
    pellucid_page *page = NULL;
    size_t length = 0;

    CHECK(pellucid_extract(NULL, html, sizeof html - 1, NULL, &page) == PELLUCID_OK);
    SAME(pellucid_page_field(page, "title"), "Th\xC3\xA9");
    SAME(pellucid_page_field(page, "language"), "fr");
    CHECK(pellucid_page_field(page, "authors") == NULL && pellucid_page_field(page, "nothing") == NULL);
    CHECK(strncmp(pellucid_page_content(page, PELLUCID_FORMAT_MARKDOWN, &length), "# Th\xC3\xA9\n", 7) == 0);
    CHECK(length == strlen(pellucid_page_content(page, PELLUCID_FORMAT_MARKDOWN, NULL)));
    CHECK(strstr(pellucid_page_content(page, PELLUCID_FORMAT_TEXT, NULL), "Accueil") == NULL);
    CHECK(strstr(pellucid_page_content(page, PELLUCID_FORMAT_HTML, NULL), "<h1>") != NULL);
    CHECK(pellucid_page_content(page, 4, NULL) == NULL && pellucid_page_content(page, -1, NULL) == NULL);
    CHECK(strstr(pellucid_page_content(page, PELLUCID_FORMAT_JSON, &length), "\"encoding\":\"windows-1252\"") != NULL);
    CHECK(strstr(pellucid_page_content(page, PELLUCID_FORMAT_JSON, NULL), "\"blocks\"") == NULL);
    CHECK(pellucid_page_quality(page) > 0 && pellucid_page_quality(page) <= 1);
    CHECK(pellucid_page_comment(page, 0, NULL, NULL) == NULL);
    CHECK(pellucid_page_empty(page) == NULL && !pellucid_page_is_truncated(page));
    SAME(pellucid_guess_encoding(pellucid_page_guess(page)), "windows-1252");
    SAME(pellucid_guess_declared(pellucid_page_guess(page)), "windows-1252");
    pellucid_page_free(page);

    CHECK(pellucid_extract(NULL, (const unsigned char *)"", 0, NULL, &page) == PELLUCID_OK);
    SAME(pellucid_page_content(page, PELLUCID_FORMAT_TEXT, NULL), "");
    CHECK(pellucid_page_empty(page) != NULL);
    pellucid_page_free(page);
    CHECK(pellucid_extract(NULL, PNG, sizeof PNG - 1, NULL, &page) == PELLUCID_NOT_TEXT && page == NULL);
}

static void options_of_extraction(void)
{
    static const unsigned char html[] =
        "<title>Tea</title><article><p class=a>Water should not boil for green tea: 70 degrees are enough, and two minutes.</p>"
        "<p class=b>Black tea wants boiling water, a warm pot, and between three and five minutes of patience.</p></article>"
        "<ol id=comments><li class=comment><b class=fn>Ada</b> <time datetime=2024-05-06>May</time><p>With milk, always.</p>"
        "<li class=comment><p>Never.</p></ol><p class=note>1 Of Celsius.</p>";
    pellucid_options options;
    pellucid_page *page = NULL;
    const char *author = NULL, *date = NULL, *text;

    CHECK(pellucid_options_init(&options) == PELLUCID_OK && options.keep == NULL && options.prune == NULL);
    options.comments = PELLUCID_COMMENTS_APART;
    options.title = PELLUCID_TITLE_ALWAYS;
    options.blocks = 1;
    options.keep = ".note";
    options.prune = "p.b";
    CHECK(pellucid_extract(NULL, html, sizeof html - 1, &options, &page) == PELLUCID_OK);
    text = pellucid_page_content(page, PELLUCID_FORMAT_TEXT, NULL);
    CHECK(strncmp(text, "Tea\n\nWater", 10) == 0 && strstr(text, "Celsius") != NULL);
    CHECK(strstr(text, "Black") == NULL && strstr(text, "milk") == NULL);
    SAME(pellucid_page_comment(page, 0, &author, &date), "With milk, always.");
    SAME(author, "Ada");
    SAME(date, "2024-05-06");
    SAME(pellucid_page_comment(page, 1, &author, NULL), "Never.");
    CHECK(author == NULL && pellucid_page_comment(page, 2, &author, &date) == NULL);
    text = pellucid_page_content(page, PELLUCID_FORMAT_JSON, NULL);
    CHECK(strstr(text, "\"author\":\"Ada\"") != NULL && strstr(text, "\"selector\":\"") != NULL);
    pellucid_page_free(page);

    options.prune = "p[";
    CHECK(pellucid_extract(NULL, html, sizeof html - 1, &options, &page) == PELLUCID_BAD_VALUE && page == NULL);
    CHECK(strncmp(pellucid_message(), "prune: ", 7) == 0);
    options.prune = NULL;
    options.title = 3;
    CHECK(pellucid_extract(NULL, html, sizeof html - 1, &options, &page) == PELLUCID_BAD_VALUE);
    options.title = 0;
    options.comments = -1;
    CHECK(pellucid_extract(NULL, html, sizeof html - 1, &options, &page) == PELLUCID_BAD_VALUE);
}

static void null_pointers(void)
{
    pellucid_guess *guess = NULL;

    CHECK(pellucid_hints_new(NULL) == PELLUCID_NULL);
    CHECK(pellucid_hints_set(NULL, "lang", "ru") == PELLUCID_NULL);
    CHECK(pellucid_detector_new(NULL, NULL) == PELLUCID_NULL);
    CHECK(pellucid_detect(NULL, VOPROS, 3, NULL) == PELLUCID_NULL);
    CHECK(pellucid_detect(NULL, NULL, 3, &guess) == PELLUCID_NULL && guess == NULL);
    CHECK(pellucid_stream_new(NULL, NULL) == PELLUCID_NULL);
    CHECK(pellucid_stream_feed(NULL, VOPROS, 3) == PELLUCID_NULL);
    CHECK(pellucid_stream_finish(NULL, &guess) == PELLUCID_NULL);
    CHECK(pellucid_options_init(NULL) == PELLUCID_NULL);
    CHECK(pellucid_decode(NULL, VOPROS, 3, NULL, NULL) == PELLUCID_NULL);
    CHECK(pellucid_extract(NULL, VOPROS, 3, NULL, NULL) == PELLUCID_NULL);
    CHECK(pellucid_guess_encoding(NULL) == NULL && pellucid_guess_confidence(NULL) == -1);
    CHECK(pellucid_guess_language(NULL) == NULL && pellucid_guess_source(NULL) == NULL);
    CHECK(pellucid_guess_declared(NULL) == NULL && pellucid_guess_alternative(NULL, 0, NULL) == NULL);
    CHECK(pellucid_guess_evidence(NULL, 0, NULL) == NULL && pellucid_guess_is_ascii(NULL) == 0);
    CHECK(pellucid_text_data(NULL, NULL) == NULL && pellucid_text_guess(NULL) == NULL);
    CHECK(pellucid_text_replaced(NULL) == 0 && pellucid_page_field(NULL, "title") == NULL);
    CHECK(pellucid_page_content(NULL, 0, NULL) == NULL && pellucid_page_guess(NULL) == NULL);
    CHECK(pellucid_page_comment(NULL, 0, NULL, NULL) == NULL && pellucid_page_quality(NULL) == -1);
    CHECK(pellucid_page_empty(NULL) == NULL && pellucid_page_is_truncated(NULL) == 0);
    CHECK(pellucid_encoding_name(NULL) == NULL);
    pellucid_hints_free(NULL);
    pellucid_detector_free(NULL);
    pellucid_guess_free(NULL);
    pellucid_stream_free(NULL);
    pellucid_text_free(NULL);
    pellucid_page_free(NULL);
}

/* A length is written even if there is nothing that has one. */
static void lengths_without_a_text(void)
{
    size_t length = 7;
    double number = 7;

    CHECK(pellucid_text_data(NULL, &length) == NULL && length == 0);
    length = 7;
    CHECK(pellucid_page_content(NULL, PELLUCID_FORMAT_TEXT, &length) == NULL && length == 0);
    CHECK(pellucid_guess_evidence(NULL, 0, &number) == NULL && number == 7);
}

/* Where a page has a zero byte, its title ends for C; the content has a length. */
static void zero_bytes(void)
{
    static const char html[] = "\xEF\xBB\xBF<title>One\0two</title><p>Where a page has a mark, a zero byte does not make it something else than text.";
    pellucid_page *page = NULL;
    pellucid_text *text = NULL;
    size_t length = 0;

    CHECK(pellucid_extract(NULL, (const unsigned char *)html, sizeof html - 1, NULL, &page) == PELLUCID_OK);
    CHECK(strncmp(pellucid_page_field(page, "title"), "One", 3) == 0);
    CHECK(pellucid_page_content(page, PELLUCID_FORMAT_JSON, &length)[length] == 0);
    pellucid_page_free(page);
    CHECK(pellucid_decode(NULL, (const unsigned char *)html, sizeof html - 1, NULL, &text) == PELLUCID_OK);
    CHECK(pellucid_text_data(text, &length)[length] == 0 && length == sizeof html - 1 - 3);
    pellucid_text_free(text);
}

/* What each thread does with the detector of all: right answers, and its own message. */
static void *share(void *shared)
{
    const pellucid_detector *detector = shared;

    for (int n = 0; n < 8; n++) {
        pellucid_guess *guess = NULL;
        pellucid_text *text = NULL;

        CHECK(pellucid_detect(detector, PRIVET, sizeof PRIVET - 1, &guess) == PELLUCID_OK);
        SAME(pellucid_guess_encoding(guess), "windows-1251");
        CHECK(pellucid_decode(detector, PRIVET, sizeof PRIVET - 1, NULL, &text) == PELLUCID_OK);
        SAME(pellucid_text_data(text, NULL), "\xD0\x9F\xD1\x80\xD0\xB8\xD0\xB2\xD0\xB5\xD1\x82, \xD0\xBC\xD0\xB8\xD1\x80");
        CHECK(pellucid_encoding_name(n % 2 ? "no such one" : NULL) == NULL);
        CHECK((strstr(pellucid_message(), "no such one") != NULL) == (n % 2 == 1));
        pellucid_text_free(text);
        pellucid_guess_free(guess);
    }
    return NULL;
}

static void threads(void)
{
    pthread_t all[4];
    pellucid_hints *hints = NULL;
    pellucid_detector *detector = NULL;

    CHECK(pellucid_hints_new(&hints) == PELLUCID_OK);
    CHECK(pellucid_hints_set(hints, "lang", "ru") == PELLUCID_OK);
    CHECK(pellucid_detector_new(hints, &detector) == PELLUCID_OK);
    pellucid_hints_free(hints);
    for (size_t n = 0; n < sizeof all / sizeof *all; n++)
        CHECK(pthread_create(&all[n], NULL, share, detector) == 0);
    for (size_t n = 0; n < sizeof all / sizeof *all; n++)
        CHECK(pthread_join(all[n], NULL) == 0);
    pellucid_detector_free(detector);
}

static void names(void)
{
    size_t count = 0;

    SAME(pellucid_encoding_name("latin1"), "windows-1252");
    CHECK(pellucid_encoding_name("utf-9") == NULL);
    while (pellucid_encoding_at(count) != NULL)
        count++;
    CHECK(count > 100 && pellucid_encoding_at((size_t)-1) == NULL);
    SAME(pellucid_status_name(PELLUCID_NOT_TEXT), "PELLUCID_NOT_TEXT");
    SAME(pellucid_status_name(PELLUCID_FAULT), "PELLUCID_FAULT");
    SAME(pellucid_status_name(-1), "unknown status");
    CHECK(*pellucid_version() != 0);
}

static const char *charset(uchardet_t ud, const void *data, size_t length)
{
    uchardet_reset(ud);
    CHECK(uchardet_handle_data(ud, data, length) == 0);
    SAME(uchardet_get_charset(ud), "");
    uchardet_data_end(ud);
    return uchardet_get_charset(ud);
}

static void like_uchardet(void)
{
    uchardet_t ud = uchardet_new();

    SAME(charset(ud, "", 0), "");
    SAME(charset(ud, "plain text", 10), "ASCII");
    SAME(charset(ud, "d\xC3\xA9j\xC3\xA0 vu", 9), "UTF-8");
    SAME(charset(ud, "d\xE9j\xE0 vu, na\xEFve, \xE7" "a", 17), "ISO-8859-1");
    SAME(charset(ud, "\xFF\xFEt\0e\0x\0t\0", 10), "UTF-16");
    SAME(charset(ud, PNG, sizeof PNG - 1), "");
    CHECK(uchardet_handle_data(ud, "more", 4) == 0); /* after the end: not looked at */
    uchardet_data_end(ud);
    SAME(uchardet_get_charset(ud), "");
    CHECK(uchardet_handle_data(ud, NULL, 5) != 0);
    CHECK(uchardet_handle_data(NULL, "a", 1) != 0);
    SAME(uchardet_get_charset(NULL), "");
    uchardet_data_end(NULL);
    uchardet_reset(NULL);
    uchardet_delete(NULL);
    uchardet_delete(ud);
}

int main(void)
{
    hints_and_detectors();
    streams();
    decoding();
    extraction();
    options_of_extraction();
    null_pointers();
    lengths_without_a_text();
    zero_bytes();
    threads();
    names();
    like_uchardet();
    puts("the contract holds");
    return 0;
}
