/**
 * The beginnings of a text that spreadsheets compute, or send to another program (OWASP, CSV injection), as a class of a regular expression; the
 * wide signs count where they are typed.
 */
export const formulaSigns = String.raw`=+\-@\t\r\n＝＋－＠`;
