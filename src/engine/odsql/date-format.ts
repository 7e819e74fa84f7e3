import type { Language } from './scope.ts';

/** The formats of `date_format`: a letter and its repetitions, such as `M`, `MM` and `MMMM`. */
export const dateFormats = [
  'yy',
  'yyyy',
  'xx',
  'xxxx',
  'w',
  'ww',
  'e',
  'E',
  'EEEE',
  'D',
  'DDD',
  'M',
  'MM',
  'MMM',
  'MMMM',
  'd',
  'dd',
  'H',
  'HH',
  'm',
  'mm',
  's',
  'ss',
] as const;
/** One of the formats. */
export type DateFormat = (typeof dateFormats)[number];

/** A token of a `date_format` pattern: a part of the date, or literal text. */
export type DateToken = { readonly format: DateFormat } | { readonly text: string };

/** The names of months from January and of days from Monday, in full and short. */
interface CalendarNames {
  readonly months: readonly string[];
  readonly shortMonths: readonly string[];
  readonly days: readonly string[];
  readonly shortDays: readonly string[];
}

const splitNames = (months: string, shortMonths: string, days: string, shortDays: string): CalendarNames => ({
  months: months.split('|'),
  shortMonths: shortMonths.split('|'),
  days: days.split('|'),
  shortDays: shortDays.split('|'),
});

/** The names in each language, from the Unicode CLDR. Creating an `Intl` formatter for them would take longer than the rest of a query. */
export const calendarNames: Readonly<Record<Language, CalendarNames>> = Object.freeze({
  en: splitNames(
    'January|February|March|April|May|June|July|August|September|October|November|December',
    'Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec',
    'Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday',
    'Mon|Tue|Wed|Thu|Fri|Sat|Sun',
  ),
  fr: splitNames(
    'janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre',
    'janv.|févr.|mars|avr.|mai|juin|juil.|août|sept.|oct.|nov.|déc.',
    'lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche',
    'lun.|mar.|mer.|jeu.|ven.|sam.|dim.',
  ),
  nl: splitNames(
    'januari|februari|maart|april|mei|juni|juli|augustus|september|oktober|november|december',
    'jan|feb|mrt|apr|mei|jun|jul|aug|sep|okt|nov|dec',
    'maandag|dinsdag|woensdag|donderdag|vrijdag|zaterdag|zondag',
    'ma|di|wo|do|vr|za|zo',
  ),
  pt: splitNames(
    'janeiro|fevereiro|março|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro',
    'jan.|fev.|mar.|abr.|mai.|jun.|jul.|ago.|set.|out.|nov.|dez.',
    'segunda-feira|terça-feira|quarta-feira|quinta-feira|sexta-feira|sábado|domingo',
    'seg.|ter.|qua.|qui.|sex.|sáb.|dom.',
  ),
  it: splitNames(
    'gennaio|febbraio|marzo|aprile|maggio|giugno|luglio|agosto|settembre|ottobre|novembre|dicembre',
    'gen|feb|mar|apr|mag|giu|lug|ago|set|ott|nov|dic',
    'lunedì|martedì|mercoledì|giovedì|venerdì|sabato|domenica',
    'lun|mar|mer|gio|ven|sab|dom',
  ),
  ar: splitNames(
    'يناير|فبراير|مارس|أبريل|مايو|يونيو|يوليو|أغسطس|سبتمبر|أكتوبر|نوفمبر|ديسمبر',
    'يناير|فبراير|مارس|أبريل|مايو|يونيو|يوليو|أغسطس|سبتمبر|أكتوبر|نوفمبر|ديسمبر',
    'الاثنين|الثلاثاء|الأربعاء|الخميس|الجمعة|السبت|الأحد',
    'الاثنين|الثلاثاء|الأربعاء|الخميس|الجمعة|السبت|الأحد',
  ),
  de: splitNames(
    'Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember',
    'Jan|Feb|Mär|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez',
    'Montag|Dienstag|Mittwoch|Donnerstag|Freitag|Samstag|Sonntag',
    'Mo|Di|Mi|Do|Fr|Sa|So',
  ),
  es: splitNames(
    'enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre',
    'ene|feb|mar|abr|may|jun|jul|ago|sept|oct|nov|dic',
    'lunes|martes|miércoles|jueves|viernes|sábado|domingo',
    'lun|mar|mié|jue|vie|sáb|dom',
  ),
  ca: splitNames(
    'gener|febrer|març|abril|maig|juny|juliol|agost|setembre|octubre|novembre|desembre',
    'gen.|febr.|març|abr.|maig|juny|jul.|ag.|set.|oct.|nov.|des.',
    'dilluns|dimarts|dimecres|dijous|divendres|dissabte|diumenge',
    'dl.|dt.|dc.|dj.|dv.|ds.|dg.',
  ),
  eu: splitNames(
    'urtarrila|otsaila|martxoa|apirila|maiatza|ekaina|uztaila|abuztua|iraila|urria|azaroa|abendua',
    'urt.|ots.|mar.|api.|mai.|eka.|uzt.|abu.|ira.|urr.|aza.|abe.',
    'astelehena|asteartea|asteazkena|osteguna|ostirala|larunbata|igandea',
    'al.|ar.|az.|og.|or.|lr.|ig.',
  ),
  sv: splitNames(
    'januari|februari|mars|april|maj|juni|juli|augusti|september|oktober|november|december',
    'jan.|feb.|mars|apr.|maj|juni|juli|aug.|sep.|okt.|nov.|dec.',
    'måndag|tisdag|onsdag|torsdag|fredag|lördag|söndag',
    'mån|tis|ons|tors|fre|lör|sön',
  ),
});
