/** Punctuation and symbols beyond ASCII that texts often contain. */
const commonMarks = new Set('«»“”‘’„‚‹›…–—·°€£§²³½¼№ºª¿¡©®™\u00a0×±µ•');
/** The accented letters of Western European languages, which are the most frequent accented letters. */
const westernLetters = new Set('éèêëàâäáãåçîïíìôöóõòøùûüúñœæßÉÈÀÇÖÄÜÅØÑÁ');
/** The scripts that are distinguished; Latin comes first. */
const scripts = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Hebrew}/u,
  /\p{Script=Arabic}/u,
];

const scriptOf = (character: string): number => scripts.findIndex((script) => script.test(character));
const isUpper = (character: string): boolean => character !== character.toLowerCase();
const isLower = (character: string): boolean => character !== character.toUpperCase();
const isLetter = (character: string): boolean => /\p{L}/u.test(character);

/** How plausible a letter beyond ASCII is between two characters, −1 to 1.2: by script, case and frequency. */
function scoreLetter(letter: string, before: string, after: string): number {
  const script = scriptOf(letter);
  const neighbours = [before, after].filter(isLetter);
  if (script < 0 || neighbours.some((neighbour) => scriptOf(neighbour) !== script)) return -1;
  if (isUpper(letter) && isLower(before)) return -1;
  if (isLower(letter) && isUpper(before) && isUpper(after)) return -1;
  const isLatin = script === 0;
  if (!isLatin) return neighbours.length > 0 ? 1 : 0;
  // Accented letters seldom stand next to each other. Text of another script that is wrongly decoded as Latin consists of little else.
  const accented = neighbours.filter((neighbour) => neighbour > '\x7f').length;
  return (neighbours.length > 0 ? 1 : 0.5) - accented * 0.6 + (westernLetters.has(letter) ? 0.2 : 0);
}

/** How plausible a text is, as opposed to text decoded by the wrong encoding: the mean over its characters beyond ASCII, −1 to 1.2. */
export function scorePlausibility(text: string): number {
  let [count, sum] = [0, 0];
  for (let index = 0; index < text.length; index++) {
    const character = text.charAt(index);
    if (character <= '\x7f') continue;
    count++;
    if (isLetter(character)) sum += scoreLetter(character, text.charAt(index - 1), text.charAt(index + 1));
    else sum += commonMarks.has(character) ? 0.3 : -1;
  }
  return count === 0 ? 0 : sum / count;
}
