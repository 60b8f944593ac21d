import { paneCommand } from '#commands/pane-command.ts'

declare module '#commands/signatures.ts' {
  interface CommandSignatures {
    'picture.show-table': Nothing
    'picture.choose-variables': Nothing
    'picture.copy-svg': Nothing
    'picture.copy-png': Nothing
    'picture.copy-tsv': Nothing
    'picture.save-svg': Nothing
    'picture.save-png': Nothing
    'picture.save-tsv': Nothing
  }
}

const because = 'There is no picture in this pane.'

const copyAs = (format: string) => ({
  title: `Copy picture as ${format}`,
  help: `Copies the picture of this pane as ${format}.`,
  because,
})

const saveAs = (format: string) => ({
  title: `Save picture as ${format}`,
  help: `Saves the picture of this pane as ${format}.`,
  because,
})

const success = 'Picture copied.'

export const pictureCommands = {
  'picture.show-table': paneCommand('picture.show-table', {
    title: 'Picture or table',
    help: 'Shows the picture of this pane as a table, and back.',
    seq: 't',
    because,
  }),
  'picture.choose-variables': paneCommand('picture.choose-variables', {
    title: 'Choose the variables of sex and age',
    help: 'Sets the variables of a cohort’s pyramid.',
    because,
  }),
  'picture.copy-svg': { ...paneCommand('picture.copy-svg', copyAs('SVG')), success },
  'picture.copy-png': { ...paneCommand('picture.copy-png', copyAs('PNG')), success },
  'picture.copy-tsv': { ...paneCommand('picture.copy-tsv', copyAs('TSV')), success },
  'picture.save-svg': paneCommand('picture.save-svg', saveAs('SVG')),
  'picture.save-png': paneCommand('picture.save-png', saveAs('PNG')),
  'picture.save-tsv': paneCommand('picture.save-tsv', saveAs('TSV')),
}
