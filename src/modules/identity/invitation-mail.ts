import { encode } from 'html-entities';
import type { Mail } from '#platform/mailer.ts';

/** The contents of an invitation mail. */
interface InvitationFacts {
  /** The preferred languages, the best first. */
  readonly languages: readonly (string | null)[];
  readonly portal: string;
  readonly username: string;
  readonly firstName: string;
  readonly url: string;
  /** When the link ends, as a timestamp in UTC. */
  readonly expiresAt: string;
}

/** The texts of the mail in a language. */
interface MailTexts {
  readonly subject: string;
  readonly greeting: string;
  readonly about: string;
  readonly link: string;
  readonly until: string;
  readonly unknown: string;
}

/** The texts by language, the languages of the page. `{…}` stands for a fact. */
const texts = {
  en: {
    subject: 'Your access to {portal}',
    greeting: 'Hello {name},',
    about: 'you have been given an account at {portal}. Your user name is {username}.',
    link: 'Accept the invitation',
    until: 'The link works once, until {date}. Keep it to yourself.',
    unknown: 'If you do not know why you get this mail, ignore it.',
  },
  de: {
    subject: 'Ihr Zugang zu {portal}',
    greeting: 'Guten Tag {name},',
    about: 'für Sie wurde ein Konto bei {portal} eingerichtet. Ihr Benutzername ist {username}.',
    link: 'Einladung annehmen',
    until: 'Der Link gilt einmal, bis {date}. Geben Sie ihn nicht weiter.',
    unknown: 'Wenn Sie nicht wissen, warum Sie diese E-Mail erhalten, ignorieren Sie sie.',
  },
  fr: {
    subject: 'Votre accès à {portal}',
    greeting: 'Bonjour {name},',
    about: 'un compte a été créé pour vous sur {portal}. Votre nom d’utilisateur est {username}.',
    link: 'Accepter l’invitation',
    until: 'Le lien est valable une seule fois, jusqu’au {date}. Ne le transmettez à personne.',
    unknown: 'Si vous ne savez pas pourquoi vous recevez ce message, ignorez-le.',
  },
  it: {
    subject: 'Il suo accesso a {portal}',
    greeting: 'Buongiorno {name},',
    about: 'è stato creato un account per lei su {portal}. Il suo nome utente è {username}.',
    link: 'Accettare l’invito',
    until: 'Il link è valido una sola volta, fino al {date}. Non lo inoltri a nessuno.',
    unknown: 'Se non sa perché riceve questo messaggio, lo ignori.',
  },
  es: {
    subject: 'Su acceso a {portal}',
    greeting: 'Hola, {name}:',
    about: 'se ha creado una cuenta para usted en {portal}. Su nombre de usuario es {username}.',
    link: 'Aceptar la invitación',
    until: 'El enlace sirve una sola vez, hasta el {date}. No lo comparta con nadie.',
    unknown: 'Si no sabe por qué recibe este correo, ignórelo.',
  },
  nl: {
    subject: 'Uw toegang tot {portal}',
    greeting: 'Dag {name},',
    about: 'er is een account voor u aangemaakt bij {portal}. Uw gebruikersnaam is {username}.',
    link: 'De uitnodiging aannemen',
    until: 'De link werkt één keer, tot {date}. Geef hem aan niemand door.',
    unknown: 'Weet u niet waarom u deze e-mail krijgt, dan kunt u hem negeren.',
  },
  ar: {
    subject: 'حسابك في {portal}',
    greeting: 'مرحبًا {name}،',
    about: 'أُنشئ لك حساب في {portal}. اسم المستخدم الخاص بك هو {username}.',
    link: 'قبول الدعوة',
    until: 'يعمل الرابط مرة واحدة حتى {date}. لا تشاركه مع أحد.',
    unknown: 'إذا كنت لا تعرف سبب وصول هذه الرسالة إليك فتجاهلها.',
  },
} as const satisfies Readonly<Record<string, MailTexts>>;

type MailLanguage = keyof typeof texts;

const isMailLanguage = (code: string | null): code is MailLanguage => code !== null && Object.hasOwn(texts, code);

/** The mail of an invitation, in the first language that has texts, else in English. It loads nothing. */
export function invitationMail(facts: InvitationFacts): Omit<Mail, 'to'> {
  const { languages, portal, username, firstName, url, expiresAt } = facts;
  const language = languages.find(isMailLanguage) ?? 'en';
  const words: Readonly<Record<string, string>> = {
    portal,
    username,
    name: firstName === '' ? username : firstName,
    date: new Date(expiresAt).toLocaleDateString(language, { dateStyle: 'long', timeZone: 'UTC' }),
  };
  const found = texts[language];
  const say = (text: string) => text.replace(/\{(\w+)\}/g, (_all, name: string) => words[name] ?? '');
  const sentences = [found.greeting, found.about].map(say);
  const notes = [found.until, found.unknown].map(say);
  const paragraph = (text: string) => `<p>${encode(text)}</p>`;
  return {
    subject: say(found.subject).replace(/\s+/g, ' '),
    text: [...sentences, `${found.link}:\n${url}`, ...notes, ''].join('\n\n'),
    html: `<!doctype html>
<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">
<head><meta charset="utf-8"><title>${encode(say(found.subject))}</title></head>
<body>
${sentences.map(paragraph).join('\n')}
<p><a href="${encode(url)}">${encode(found.link)}</a></p>
${notes.map(paragraph).join('\n')}
</body>
</html>
`,
  };
}
