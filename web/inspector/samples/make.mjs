// Writes the samples that are not among the pages of the repository: `node make.mjs`. Their bytes are the point of them.

import { writeFileSync } from "node:fs";

const here = new URL(".", import.meta.url);
const write = (name, ...parts) => writeFileSync(new URL(name, here), Buffer.concat(parts));
const latin1 = (text) => Buffer.from(text, "latin1");
const utf8 = (text) => Buffer.from(text, "utf8");

// Somebody pasted two comments from an old program into a page of UTF-8.
write(
  "mixed.html",
  utf8(`<!doctype html>\n<html lang="fr"><meta charset="utf-8"><title>Le marché du samedi</title>\n<h1>Le marché du samedi</h1>
<p>Dès sept heures, les maraîchers déballent leurs légumes sous la halle. On y trouve du céleri, des épinards et des fraises très mûres.</p>
<p>La fromagère goûte elle-même chaque pièce : « Un chèvre trop âgé, ça pique ! »</p>
<h2>Vos réactions</h2>\n<p>`),
  latin1("J'y vais d\xe8s l'ouverture, c'est l\xe0 que les p\xeaches sont les meilleures."),
  utf8("</p>\n<p>"),
  latin1("Dommage que le caf\xe9 d'en face soit ferm\xe9 l'\xe9t\xe9\x85"),
  utf8("</p>\n<p>Merci pour ce bel article, à bientôt près de la fontaine !</p>\n"),
);

// UTF-8 that was read as windows-1252 and written as UTF-8 again.
const C1 = "€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ";
const read = (byte) => (byte >= 0x80 && byte < 0xa0 ? C1[byte - 0x80] : String.fromCharCode(byte));
const twice = (text) => utf8(Array.from(utf8(text), read).join(""));
write(
  "doubled.html",
  utf8('<!doctype html>\n<html lang="de"><meta charset="utf-8"><title>'),
  twice("Über das Wetter"),
  utf8("</title>\n<h1>"),
  twice("Über das Wetter"),
  utf8("</h1>\n<p>"),
  twice("Im März wehte ein kühler Wind über die Dächer, und die Vögel schwiegen. Für später war Schnee angekündigt."),
  utf8("</p>\n<p>"),
  twice("„Größer als erwartet“, sagte die Müllerin, „aber schöner können Tage kaum anfangen.“"),
  utf8("</p>\n"),
);

// A page that declares what it is not, and lost a byte on its way.
const greek = utf8(`<!doctype html>\n<html lang="el"><meta charset="iso-8859-7"><title>Το λιμάνι το πρωί</title>
<h1>Το λιμάνι το πρωί</h1>\n<p>Οι ψαράδες γυρίζουν πριν από την ανατολή του ήλιου. Οι γάτες τους περιμένουν στην προκυμαία.</p>
<p>Ο καφετζής βγάζει τις καρέκλες στον δρόμο και χαιρετά όποιον περνά.</p>\n`);
const lost = greek.indexOf("ψαράδες") + 5;
write("lost.html", greek.subarray(0, lost), greek.subarray(lost + 1));
