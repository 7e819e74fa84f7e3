import { createHash } from 'node:crypto';
import { mixColors, pageBackgrounds, withContrast } from '#kernel/colors.ts';

/** The accent colors of the portal as its settings have them: null for those of the page. */
export interface AccentColors {
  readonly accentColor: string | null;
  readonly accentColorDark: string | null;
}

/** A stylesheet of the service, and the name of its file, which changes with its content. */
export interface ThemeStylesheet {
  readonly file: string;
  readonly css: string;
}

/** The contrast that a derived dark accent has: more than text needs, because a shade of a strong color looks dim. */
const derivedContrast = 6;
/** How much of the accent the soft background of links and chips has, at most. */
const softShare = 0.12;

/** The stylesheet that gives the page the colors of the portal; undefined where the portal has none of its own. */
export function themeStylesheet({ accentColor, accentColorDark }: AccentColors): ThemeStylesheet | undefined {
  if (accentColor === null && accentColorDark === null) return undefined;
  const { light, dark } = pageBackgrounds;
  const darkAccent =
    accentColorDark ??
    withContrast(accentColor ?? '', { toward: dark.toward, on: dark.paper, contrast: derivedContrast });
  const declarations = [
    // without a light accent, that of the page stays
    ...(accentColor === null ? [] : colorsOf(accentColor, light.paper, '#ffffff')),
    ...colorsOf(darkAccent, dark.paper, '#0b0f12', '-dark'),
  ];
  const css = `:root{${declarations.map(([name, value]) => `--portal-${name}:${value}`).join(';')}}\n`;
  const hash = createHash('sha256').update(css).digest('hex').slice(0, 16);
  return { file: `theme.${hash}.css`, css };
}

type Declaration = readonly [name: string, value: string];

/** The accent, its soft background on which text in the accent is readable, and the text on the accent. */
const colorsOf = (accent: string, paper: string, text: string, suffix = ''): Declaration[] => [
  [`accent${suffix}`, accent],
  [`accent-soft${suffix}`, withContrast(mixColors(paper, accent, softShare), { toward: paper, on: accent })],
  [`on-accent${suffix}`, text],
];
