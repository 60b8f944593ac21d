import { action } from '#command-kit/declaration.ts'
import type { CommandContext, PaneActionName } from '#command-kit/context.ts'
import type { CommandId } from '#commands/signatures.ts'

type PaneCommandId = Extract<CommandId, `list.${string}` | `form.${string}` | `drawing.${string}`>

interface PaneCommand {
  readonly does: PaneActionName
  readonly title: string
  readonly keywords?: readonly string[]
  readonly help: string
  readonly seq: string
  readonly scope: 'pane' | 'table'
  /** Said where the pane in focus has nothing of the kind. */
  readonly because: string
}

/** A command whose work is the focused screen's own. */
function paneCommand<Id extends PaneCommandId>({ does, title, keywords = [], help, seq, scope, because }: PaneCommand) {
  return action<Id>({
    title,
    section: does.startsWith('zoom') ? 'Drawings' : scope === 'table' ? 'Lists' : 'Forms',
    keywords,
    help,
    keys: [{ seq, scope }],
    available: ({ workspace, source }: CommandContext) => {
      const action = workspace.paneAction(does)
      return (source === 'key' ? action?.availableByKey : undefined) ?? action?.available ?? { because }
    },
    run: async ({ workspace }: CommandContext) => {
      await workspace.paneAction(does)?.run()
    },
    examples: [{}],
  })
}

const NO_DRAWING = 'There is no drawing in this pane.'
const NO_LIST = 'There is no list in this pane.'

export const tableCommands = {
  'form.apply': paneCommand<'form.apply'>({
    does: 'apply',
    title: 'Apply',
    keywords: ['preview', 'download preview', 'counts'],
    help: 'Fetches the table for what this pane has chosen.',
    seq: '$mod+Enter',
    scope: 'pane',
    because: 'There is nothing to apply in this pane.',
  }),
  'form.save': paneCommand<'form.save'>({
    does: 'save',
    title: 'Save',
    help: 'Saves what this pane builds.',
    seq: '$mod+S',
    scope: 'pane',
    because: 'There is nothing to save in this pane.',
  }),
  'form.save-and-narrow': paneCommand<'form.save-and-narrow'>({
    does: 'save-and-narrow',
    title: 'Save and narrow further',
    help: 'Saves the cohort and begins a subset of it.',
    seq: '$mod+Shift+Enter',
    scope: 'pane',
    because: 'There is no cohort to save in this pane.',
  }),
  'form.undo': paneCommand<'form.undo'>({
    does: 'undo',
    title: 'Undo',
    help: 'Takes back the last change in this pane; in a text field the field’s own.',
    seq: '$mod+Z',
    scope: 'pane',
    because: 'There is nothing to undo in this pane.',
  }),
  'form.redo': paneCommand<'form.redo'>({
    does: 'redo',
    title: 'Redo',
    help: 'Makes the change again that was taken back last.',
    seq: '$mod+Shift+Z',
    scope: 'pane',
    because: 'There is nothing to redo in this pane.',
  }),
  'form.fill': paneCommand<'form.fill'>({
    does: 'fill',
    title: 'Fill the rest',
    help: 'Names the value of the combination in focus, then gives it to all open combinations.',
    seq: 'f',
    scope: 'pane',
    because: 'There is no table to fill in this pane.',
  }),
  'list.search': paneCommand<'list.search'>({
    does: 'search',
    title: 'Search in this pane',
    help: 'Moves to the search field of this pane.',
    seq: '/',
    scope: 'pane',
    because: 'There is nothing to search in this pane.',
  }),
  'list.filter': paneCommand<'list.filter'>({
    does: 'filter',
    title: 'Filter in this pane',
    help: 'Moves to what the list of this pane can be narrowed by.',
    seq: 'Shift+F',
    scope: 'pane',
    because: 'There is nothing to filter in this pane.',
  }),
  'list.next': paneCommand<'list.next'>({
    does: 'next',
    title: 'Next row',
    help: 'Moves to the next row of the list.',
    seq: 'j',
    scope: 'table',
    because: NO_LIST,
  }),
  'list.previous': paneCommand<'list.previous'>({
    does: 'previous',
    title: 'Previous row',
    help: 'Moves to the previous row of the list.',
    seq: 'k',
    scope: 'table',
    because: NO_LIST,
  }),
  'list.first': paneCommand<'list.first'>({
    does: 'first',
    title: 'First row',
    help: 'Moves to the first row of the page.',
    seq: 'Home',
    scope: 'table',
    because: NO_LIST,
  }),
  'list.last': paneCommand<'list.last'>({
    does: 'last',
    title: 'Last row',
    help: 'Moves to the last row of the page.',
    seq: 'End',
    scope: 'table',
    because: NO_LIST,
  }),
  'list.next-page': paneCommand<'list.next-page'>({
    does: 'next-page',
    title: 'Next page',
    help: 'Turns to the next page of the list.',
    seq: ']',
    scope: 'table',
    because: NO_LIST,
  }),
  'list.previous-page': paneCommand<'list.previous-page'>({
    does: 'previous-page',
    title: 'Previous page',
    help: 'Turns to the previous page of the list.',
    seq: '[',
    scope: 'table',
    because: NO_LIST,
  }),
  'list.open': paneCommand<'list.open'>({
    does: 'open',
    title: 'Open row',
    help: 'Opens the row in this pane.',
    seq: 'Enter',
    scope: 'table',
    because: NO_LIST,
  }),
  'list.open-beside': paneCommand<'list.open-beside'>({
    does: 'open-beside',
    title: 'Open row beside',
    help: 'Opens the row in a pane beside this one.',
    seq: 'Shift+Enter',
    scope: 'table',
    because: NO_LIST,
  }),
  'list.open-tab': paneCommand<'list.open-tab'>({
    does: 'open-tab',
    title: 'Open row in a new tab',
    keywords: ['view details'],
    help: 'Opens the row in a new tab of the browser.',
    seq: 'o',
    scope: 'table',
    because: NO_LIST,
  }),
  'list.add': paneCommand<'list.add'>({
    does: 'add',
    title: 'Add to the working set',
    help: 'Puts the row’s variable aside for a variable set, or takes it out again.',
    seq: 'a',
    scope: 'table',
    because: 'There is no variable in this pane.',
  }),
  'list.select': paneCommand<'list.select'>({
    does: 'select',
    title: 'Select row',
    help: 'Selects the row, to compare or use it together with others, or lets it go.',
    seq: 'x',
    scope: 'table',
    because: NO_LIST,
  }),
  'list.copy-table': {
    ...paneCommand<'list.copy-table'>({
      does: 'copy-table',
      title: 'Copy table',
      help: 'Copies all rows of the table, for a spreadsheet.',
      seq: 'Y',
      scope: 'pane',
      because: 'There is no table in this pane.',
    }),
    success: 'Table copied.',
  },
  'form.edit': paneCommand<'form.edit'>({
    does: 'edit',
    title: 'Edit',
    keywords: ['rename', 'change', 'name', 'description'],
    help: 'Edits the thing in this pane.',
    seq: 'e',
    scope: 'pane',
    because: 'There is nothing to edit in this pane.',
  }),
  'form.delete': paneCommand<'form.delete'>({
    does: 'delete',
    title: 'Delete',
    help: 'Deletes the thing in this pane, once its name is typed.',
    seq: 'Shift+D',
    scope: 'pane',
    because: 'There is nothing to delete in this pane.',
  }),
  'drawing.zoom-in': paneCommand<'drawing.zoom-in'>({
    does: 'zoom-in',
    title: 'Zoom in',
    help: 'Makes the drawing larger.',
    seq: '+',
    scope: 'pane',
    because: NO_DRAWING,
  }),
  'drawing.zoom-out': paneCommand<'drawing.zoom-out'>({
    does: 'zoom-out',
    title: 'Zoom out',
    help: 'Makes the drawing smaller.',
    seq: '-',
    scope: 'pane',
    because: NO_DRAWING,
  }),
  'drawing.fit': paneCommand<'drawing.fit'>({
    does: 'zoom-fit',
    title: 'Fit the drawing',
    help: 'Shows the whole drawing at once.',
    seq: '0',
    scope: 'pane',
    because: NO_DRAWING,
  }),
}
