import { paneCommand } from '#commands/pane-command.ts'
import type { CodeCommandId } from '#domain/clients/code-commands.ts'

declare module '#commands/signatures.ts' {
  interface CommandSignatures {
    'code.copy-expression': Nothing
    'code.copy-terminal': Nothing
    'code.copy-curl': Nothing
    'code.copy-python': Nothing
    'code.copy-r': Nothing
    'code.save-jupyter': Nothing
    'code.save-quarto': Nothing
  }
}

interface CodeCommand {
  readonly title: string
  readonly help: string
  /** Its place in the menu of the thing; others are in the palette alone. */
  readonly order?: number
}

const because = 'This pane shows no cohort, variable, search, Table 1 or download.'

function codeCommand<Id extends CodeCommandId>(id: Id, { title, help, order }: CodeCommand) {
  const keywords = ['code', 'script', 'notebook', 'copy as']
  return paneCommand(id, {
    title,
    help,
    keywords,
    because,
    ...(order !== undefined && { places: [{ location: 'thing-menu', order }] }),
  })
}

export const codeCommands = {
  'code.copy-expression': codeCommand('code.copy-expression', {
    title: 'Copy as expression',
    help: 'Copies the rules of this pane as one line, for the palette or a study file.',
    order: 27,
  }),
  'code.copy-terminal': codeCommand('code.copy-terminal', {
    title: 'Copy as terminal command',
    help: 'Copies the diver command that gives the numbers of this pane.',
  }),
  'code.copy-curl': codeCommand('code.copy-curl', {
    title: 'Copy as curl',
    help: 'Copies the request that gives the numbers of this pane.',
  }),
  'code.copy-python': codeCommand('code.copy-python', {
    title: 'Copy as Python',
    help: 'Copies the lines of Python that give the numbers of this pane.',
    order: 28,
  }),
  'code.copy-r': codeCommand('code.copy-r', {
    title: 'Copy as R',
    help: 'Copies the lines of R that give the numbers of this pane.',
    order: 29,
  }),
  'code.save-jupyter': codeCommand('code.save-jupyter', {
    title: 'Save as a Jupyter notebook',
    help: 'Saves a notebook in Python (.ipynb) that gives the numbers of this pane.',
    order: 30,
  }),
  'code.save-quarto': codeCommand('code.save-quarto', {
    title: 'Save as a Quarto document',
    help: 'Saves a document in R (.qmd) that gives the numbers of this pane.',
  }),
}
