/* Pellucid: the raw bytes of any web page in, clear Unicode text out.
 *
 * Written by `PELLUCID_WRITE=1 cargo test -p pellucid-capi header`; do not edit.
 *
 * Functions that can fail return a pellucid_status, and write their answer to where the last argument points to. What they
 * write there belongs to the caller, and is given back by the function whose name ends with _free. Strings that
 * a function returns belong to the object that it was asked about, end with a zero byte, and are UTF-8.
 * A detector may be used by many threads at once; every other object by one thread at a time.
 */


#ifndef PELLUCID_H
#define PELLUCID_H

#include <stddef.h>
#include <stdint.h>

/*
 Bytes that do not decode become U+FFFD.
 */
#define PELLUCID_ERRORS_REPLACE 0

/*
 Bytes that do not decode are dropped.
 */
#define PELLUCID_ERRORS_IGNORE 1

/*
 The first byte that does not decode is an error.
 */
#define PELLUCID_ERRORS_STRICT 2

/*
 Bytes that do not decode are an error, which says how many there are.
 */
#define PELLUCID_ERRORS_REJECT 3

/*
 Bytes that do not decode become character references.
 */
#define PELLUCID_ERRORS_REFERENCES 4

/*
 As much content as is most likely right.
 */
#define PELLUCID_FAVOR_BALANCE 0

/*
 Rather less content.
 */
#define PELLUCID_FAVOR_PRECISION 1

/*
 Rather more content.
 */
#define PELLUCID_FAVOR_RECALL 2

/*
 Readers' comments are left out.
 */
#define PELLUCID_COMMENTS_NONE 0

/*
 They are part of the content, and listed by pellucid_page_comment.
 */
#define PELLUCID_COMMENTS_TEXT 1

/*
 They are listed only.
 */
#define PELLUCID_COMMENTS_APART 2

/*
 The title stands above the content where the page has it so; Markdown and HTML begin with the heading of the page that says it.
 */
#define PELLUCID_TITLE_AUTO 0

/*
 It always does.
 */
#define PELLUCID_TITLE_ALWAYS 1

/*
 It never does.
 */
#define PELLUCID_TITLE_NEVER 2

/*
 The content as plain text.
 */
#define PELLUCID_FORMAT_TEXT 0

/*
 The content as Markdown.
 */
#define PELLUCID_FORMAT_MARKDOWN 1

/*
 The content as HTML, without scripts, styles and forms.
 */
#define PELLUCID_FORMAT_HTML 2

/*
 The object that `pellucid extract --format jsonl` writes, without `path`: all that is known about the page.
 */
#define PELLUCID_FORMAT_JSON 3

/*
 How a call ended.
 */
typedef enum pellucid_status {
  /*
   As it should.
   */
  PELLUCID_OK = 0,
  /*
   A pointer is null that must not be.
   */
  PELLUCID_NULL = 1,
  /*
   A name is unknown: of a hint, an encoding, a field.
   */
  PELLUCID_UNKNOWN_NAME = 2,
  /*
   A value makes no sense, or hints contradict each other.
   */
  PELLUCID_BAD_VALUE = 3,
  /*
   A size makes no sense: of bytes, or of pellucid_options, which pellucid_options_init sets.
   */
  PELLUCID_BAD_SIZE = 4,
  /*
   The page does not decode, with PELLUCID_ERRORS_STRICT or PELLUCID_ERRORS_REJECT.
   */
  PELLUCID_UNDECODABLE = 5,
  /*
   The bytes are not text.
   */
  PELLUCID_NOT_TEXT = 6,
  /*
   The stream is finished.
   */
  PELLUCID_FINISHED = 7,
  /*
   A bug in Pellucid.
   */
  PELLUCID_FAULT = 8,
} pellucid_status;

/*
 A detector, with all that you know about pages. Many threads may use it at once.
 */
typedef struct pellucid_detector pellucid_detector;

/*
 An encoding, and how it was found.
 */
typedef struct pellucid_guess pellucid_guess;

/*
 What you know about pages.
 */
typedef struct pellucid_hints pellucid_hints;

/*
 The main content of a page, and what the page says about itself.
 */
typedef struct pellucid_page pellucid_page;

/*
 A page that arrives in pieces. Its memory is bounded, however long the page is.
 */
typedef struct pellucid_stream pellucid_stream;

/*
 A decoded page.
 */
typedef struct pellucid_text pellucid_text;

/*
 What you want of pages. Let pellucid_options_init fill it before you change anything.
 */
typedef struct pellucid_options {
  /*
   The size of this struct, by which the library knows what there is: later versions may have more.
   */
  uintptr_t size;
  /*
   What becomes of bytes that do not decode: PELLUCID_ERRORS_REPLACE and so on.
   */
  int errors;
  /*
   Not 0: undo double encoding, such as "Ã©" for "é".
   */
  int repair;
  /*
   Not 0: decode pages that mix UTF-8 with a legacy encoding.
   */
  int mixed;
  /*
   Not 0: set what the decoded page declares about its encoding to UTF-8.
   */
  int declare;
  /*
   How much is main content: PELLUCID_FAVOR_BALANCE and so on.
   */
  int favor;
  /*
   What becomes of readers' comments: PELLUCID_COMMENTS_NONE and so on.
   */
  int comments;
  /*
   Not 0: write the addresses of links.
   */
  int links;
  /*
   Not 0: write images, by their addresses and alternative texts.
   */
  int images;
  /*
   Whether the title stands above the content: PELLUCID_TITLE_AUTO and so on.
   */
  int title;
  /*
   Not 0: PELLUCID_FORMAT_JSON has `blocks`, the parts of the content.
   */
  int blocks;
  /*
   A selector of CSS, or null: what these elements hold is content, whatever the model says.
   */
  const char *keep;
  /*
   A selector of CSS, or null: these elements are removed before anything is extracted.
   */
  const char *prune;
} pellucid_options;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/*
 Makes a detector. Hints may be null, and can be given back afterwards.
 */
enum pellucid_status pellucid_detector_new(const struct pellucid_hints *hints,
                                           struct pellucid_detector **detector);

/*
 Gives a detector back. It may be null.
 */
void pellucid_detector_free(struct pellucid_detector *detector);

/*
 Detects the encoding of a page. The detector may be null: then nothing is known about the page. Whatever the bytes are, there is
 a guess.
 */
enum pellucid_status pellucid_detect(const struct pellucid_detector *detector,
                                     const uint8_t *data,
                                     uintptr_t length,
                                     struct pellucid_guess **guess);

/*
 The name of the encoding that a label means, as on the web: "latin1" is "windows-1252". Null if it means none.
 */
const char *pellucid_encoding_name(const char *label);

/*
 The name of each encoding in turn, from index 0; null after the last one.
 */
const char *pellucid_encoding_at(uintptr_t index);

/*
 Gives a guess back. It may be null.
 */
void pellucid_guess_free(struct pellucid_guess *guess);

/*
 The encoding, by its WHATWG name if it has one; "binary" if the bytes are not text.
 */
const char *pellucid_guess_encoding(const struct pellucid_guess *guess);

/*
 The probability that decoding with it gives the right text, from 0 to 1; -1 for a null pointer.
 */
double pellucid_guess_confidence(const struct pellucid_guess *guess);

/*
 The language of the text, a BCP 47 tag; null if it is not known.
 */
const char *pellucid_guess_language(const struct pellucid_guess *guess);

/*
 The strongest evidence: bom, header, meta, utf-8, content, ascii and so on.
 */
const char *pellucid_guess_source(const struct pellucid_guess *guess);

/*
 The encoding that the page or its server declares; null if neither does.
 */
const char *pellucid_guess_declared(const struct pellucid_guess *guess);

/*
 1 if all bytes are ASCII, else 0.
 */
int pellucid_guess_is_ascii(const struct pellucid_guess *guess);

/*
 1 if the bytes are not text, else 0.
 */
int pellucid_guess_is_binary(const struct pellucid_guess *guess);

/*
 Another encoding that it may be, the most likely one at index 0, and its confidence, which may be null. Null after the last one.
 */
const char *pellucid_guess_alternative(const struct pellucid_guess *guess,
                                       uintptr_t index,
                                       double *confidence);

/*
 A piece of evidence in words, and how many bits it adds to the odds of its encoding, which may be null. Null after the last one.
 */
const char *pellucid_guess_evidence(const struct pellucid_guess *guess,
                                    uintptr_t index,
                                    double *bits);

/*
 Makes an empty list of hints.
 */
enum pellucid_status pellucid_hints_new(struct pellucid_hints **hints);

/*
 Adds a hint, or replaces the one of this name: from (the encoding, where it is known), content_type, lang, url, tld, allow,
 deny (encodings with commas), prior (web, file), method (pellucid, standard, and those from the papers if they were built
 in). Whether its value makes sense, pellucid_detector_new says.
 */
enum pellucid_status pellucid_hints_set(struct pellucid_hints *hints,
                                        const char *name,
                                        const char *value);

/*
 Gives hints back. They may be null.
 */
void pellucid_hints_free(struct pellucid_hints *hints);

/*
 Fills options with what is used without any.
 */
enum pellucid_status pellucid_options_init(struct pellucid_options *options);

/*
 Extracts the main content of a page. Detector and options may be null.
 */
enum pellucid_status pellucid_extract(const struct pellucid_detector *detector,
                                      const uint8_t *data,
                                      uintptr_t length,
                                      const struct pellucid_options *options,
                                      struct pellucid_page **page);

/*
 The content in a format, PELLUCID_FORMAT_TEXT and so on, in UTF-8, and its length in bytes, which may be null. It is empty if
 the page has no main content, except as JSON, and null if there is no such format.
 */
const char *pellucid_page_content(const struct pellucid_page *page,
                                  int format,
                                  uintptr_t *length);

/*
 What the page says about itself: title, authors, date, modified, site_name, description, language, url, licence, image, kind,
 keywords, categories. And page_type: what sort of page it is, as the model sees it. Null if it does not say so, or if there is no
 such field.
 */
const char *pellucid_page_field(const struct pellucid_page *page,
                                const char *name);

/*
 What a reader wrote, the first at index 0, with the options' comments; null after the last one. Who wrote it, and when in
 ISO 8601, go to author and date, each of which may be null; they are null where the page does not say so.
 */
const char *pellucid_page_comment(const struct pellucid_page *page,
                                  uintptr_t index,
                                  const char **author,
                                  const char **date);

/*
 How good the choice of the content is likely to be, from 0 to 1: the F1 to expect. -1 for a null pointer.
 */
double pellucid_page_quality(const struct pellucid_page *page);

/*
 Why there is no content; null if there is some.
 */
const char *pellucid_page_empty(const struct pellucid_page *page);

/*
 1 if only the first part of the page was read, because all of it would take too much memory; else 0.
 */
int pellucid_page_is_truncated(const struct pellucid_page *page);

/*
 The encoding of the page, and how it was found. It belongs to the page: do not give it back.
 */
const struct pellucid_guess *pellucid_page_guess(const struct pellucid_page *page);

/*
 Gives a page back. It may be null.
 */
void pellucid_page_free(struct pellucid_page *page);

/*
 Says why the last call of this thread that failed did so. The string is valid until the next call of this thread
 that fails.
 */
const char *pellucid_message(void);

/*
 The name of a status, such as "PELLUCID_NULL". A number that is none has the name "unknown status".
 */
const char *pellucid_status_name(int status);

/*
 The version of the library.
 */
const char *pellucid_version(void);

/*
 Begins a page. The detector may be null, and can be given back afterwards.
 */
enum pellucid_status pellucid_stream_new(const struct pellucid_detector *detector,
                                         struct pellucid_stream **stream);

/*
 Takes the next piece of the page.
 */
enum pellucid_status pellucid_stream_feed(struct pellucid_stream *stream,
                                          const uint8_t *data,
                                          uintptr_t length);

/*
 Ends the page. The guess is that of pellucid_detect about the whole.
 */
enum pellucid_status pellucid_stream_finish(struct pellucid_stream *stream, struct pellucid_guess **guess);

/*
 Gives a stream back, finished or not. It may be null.
 */
void pellucid_stream_free(struct pellucid_stream *stream);

/*
 Decodes a page. Detector and options may be null.
 */
enum pellucid_status pellucid_decode(const struct pellucid_detector *detector,
                                     const uint8_t *data,
                                     uintptr_t length,
                                     const struct pellucid_options *options,
                                     struct pellucid_text **text);

/*
 The text, in UTF-8, and its length in bytes, which may be null. A zero byte follows it, and zero bytes of the page are in it.
 */
const char *pellucid_text_data(const struct pellucid_text *text,
                               uintptr_t *length);

/*
 How many places did not decode.
 */
uint64_t pellucid_text_replaced(const struct pellucid_text *text);

/*
 The encoding of the page, and how it was found. It belongs to the text: do not give it back.
 */
const struct pellucid_guess *pellucid_text_guess(const struct pellucid_text *text);

/*
 Gives a text back. It may be null.
 */
void pellucid_text_free(struct pellucid_text *text);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* PELLUCID_H */
