/** The commands that copy or save what a pane shows as code. */
export const CODE_COMMANDS = [
  'code.copy-expression',
  'code.copy-terminal',
  'code.copy-curl',
  'code.copy-python',
  'code.copy-r',
  'code.save-jupyter',
  'code.save-quarto',
] as const
export type CodeCommandId = (typeof CODE_COMMANDS)[number]
