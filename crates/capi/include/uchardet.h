/* The functions of uchardet.h, by which programs that were written for libuchardet use Pellucid instead.
 *
 * Make a detector, give it data in pieces, end the data, ask for the name of the encoding. Names are those of uchardet, which
 * iconv knows too: "UTF-8", "WINDOWS-1251", "ASCII". There is no name, "", before the end of the data, for no data at all, and
 * for bytes that are not text.
 */
#ifndef UCHARDET_H___
#define UCHARDET_H___

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A detector. */
typedef struct uchardet *uchardet_t;

/* Makes a detector; null if that fails. */
uchardet_t uchardet_new(void);

/* Gives a detector back. */
void uchardet_delete(uchardet_t ud);

/* Takes the next piece of the data. Not 0 if that fails. */
int uchardet_handle_data(uchardet_t ud, const char *data, size_t len);

/* Ends the data. */
void uchardet_data_end(uchardet_t ud);

/* Makes a detector ready for other data. */
void uchardet_reset(uchardet_t ud);

/* The name of the encoding, or "". It is valid until the detector is reset or given back. */
const char *uchardet_get_charset(uchardet_t ud);

#ifdef __cplusplus
}
#endif

#endif
