import { action } from '#command-kit/declaration.ts'
import { chooseTheme, isTheme } from '#features/appearance/use-cases.ts'

declare module '#commands/signatures.ts' {
  interface CommandSignatures {
    'theme.system': Nothing
    'theme.light': Nothing
    'theme.dark': Nothing
  }
}

type ThemeCommandId = 'theme.system' | 'theme.light' | 'theme.dark'

function themeCommand<Id extends ThemeCommandId>(
  theme: 'system' | 'light' | 'dark',
  order: number,
  { title, help }: { readonly title: string; readonly help: string },
) {
  return action<Id>({
    title,
    section: 'Appearance',
    keywords: ['appearance', 'colours', 'colors', 'mode', 'night', 'contrast'],
    help,
    places: [{ location: 'header', order }],
    available: (context) => !isTheme(context, theme) || { because: 'This theme is active.' },
    run: (context) => chooseTheme(context, theme),
  })
}

export const appearanceCommands = {
  'theme.system': themeCommand<'theme.system'>('system', 92, {
    title: 'Theme: system',
    help: 'Follows the light or dark setting of the system.',
  }),
  'theme.light': themeCommand<'theme.light'>('light', 93, {
    title: 'Theme: light',
    help: 'Shows dark text on a light background.',
  }),
  'theme.dark': themeCommand<'theme.dark'>('dark', 94, {
    title: 'Theme: dark',
    help: 'Shows light text on a dark background.',
  }),
}
