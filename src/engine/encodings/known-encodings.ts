import iconv from 'iconv-lite';

/** Encodings offered as choices, the common ones first. Any other known encoding is accepted too. */
export const offeredEncodings = Object.freeze([
  'utf-8',
  'windows-1252',
  'iso-8859-1',
  'iso-8859-15',
  'macintosh',
  'cp850',
  'cp437',
  'utf-16le',
  'utf-16be',
  'utf-32le',
  'utf-32be',
  'windows-1250',
  'iso-8859-2',
  'cp852',
  'windows-1251',
  'koi8-r',
  'cp866',
  'iso-8859-5',
  'windows-1253',
  'iso-8859-7',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'windows-874',
  'shift_jis',
  'euc-jp',
  'gb18030',
  'big5',
  'euc-kr',
]);

/** Whether this encoding is supported. */
export const isSupportedEncoding = (name: string): boolean => iconv.encodingExists(name);

/** Whether the name stands for UTF-8. */
export const isUtf8Name = (encoding: string): boolean => /^utf-?8$/i.test(encoding.trim());
