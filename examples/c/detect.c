/* Reads pages in pieces, and prints the encoding of each with the reasons.
 *
 *   cc detect.c $(pkg-config --cflags --libs pellucid) -o detect && ./detect page.html
 */
#include <pellucid.h>
#include <stdio.h>
#include <stdlib.h>

static int failed(const char *what, pellucid_status status)
{
    fprintf(stderr, "%s: %s: %s\n", what, pellucid_status_name(status), pellucid_message());
    return EXIT_FAILURE;
}

/* The guess about a file, whatever its size, with little memory. */
static pellucid_status read_file(const char *path, pellucid_guess **guess)
{
    pellucid_stream *stream = NULL;
    pellucid_status status = pellucid_stream_new(NULL, &stream);
    FILE *file = fopen(path, "rb");
    unsigned char piece[16384];
    size_t length;

    if (file == NULL) {
        perror(path);
        exit(EXIT_FAILURE);
    }
    while (status == PELLUCID_OK && (length = fread(piece, 1, sizeof piece, file)) > 0)
        status = pellucid_stream_feed(stream, piece, length);
    fclose(file);
    if (status == PELLUCID_OK)
        status = pellucid_stream_finish(stream, guess);
    pellucid_stream_free(stream);
    return status;
}

int main(int count, char **paths)
{
    for (int n = 1; n < count; n++) {
        pellucid_guess *guess = NULL;
        pellucid_status status = read_file(paths[n], &guess);
        const char *language, *words;
        double bits;

        if (status != PELLUCID_OK)
            return failed(paths[n], status);
        language = pellucid_guess_language(guess);
        printf("%s: %s (%.2f, %s)\n", paths[n], pellucid_guess_encoding(guess), pellucid_guess_confidence(guess),
               language ? language : "unknown language");
        for (size_t at = 0; (words = pellucid_guess_evidence(guess, at, &bits)) != NULL; at++)
            printf("  %+6.1f  %s\n", bits, words);
        pellucid_guess_free(guess);
    }
    return EXIT_SUCCESS;
}
