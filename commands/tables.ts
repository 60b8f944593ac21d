import type { ActionCommand } from '#command-kit/declaration.ts'
import { paneCommand } from '#commands/pane-command.ts'
import type { ArgumentsOf } from '#commands/signatures.ts'
import { canUndoElsewhere, undoElsewhere } from '#features/trash/use-cases.ts'

declare module '#commands/signatures.ts' {
  interface CommandSignatures {
    'form.apply': Nothing
    'form.save': Nothing
    'form.save-copy': Nothing
    'form.save-and-narrow': Nothing
    'form.undo': Nothing
    'form.redo': Nothing
    'form.fill': Nothing
    'list.search': Nothing
    'list.filter': Nothing
    'list.next': Nothing
    'list.previous': Nothing
    'list.first': Nothing
    'list.last': Nothing
    'list.next-page': Nothing
    'list.previous-page': Nothing
    'list.open': Nothing
    'list.open-beside': Nothing
    'list.open-tab': Nothing
    'list.quick-look': Nothing
    'list.unfold': Nothing
    'list.join-versions': Nothing
    'list.add': Nothing
    'list.select': Nothing
    'list.extend-next': Nothing
    'list.extend-previous': Nothing
    'list.select-all': Nothing
    'list.copy-table': Nothing
    'list.show-cross-table': Nothing
    'list.copy-markdown': Nothing
    'list.copy-html': Nothing
    'list.copy-latex': Nothing
    'form.edit': Nothing
    'form.rename': Nothing
    'form.remove-taken': Nothing
    'form.delete': Nothing
    'drawing.zoom-in': Nothing
    'drawing.zoom-out': Nothing
    'drawing.fit': Nothing
    'drawing.show-sheet': Nothing
  }
}

const NO_DRAWING = 'There is no drawing in this pane.'
const NO_DESCRIPTION = 'There is no description in this pane.'
const TABLE_COPIED = 'Table copied.'
const NO_LIST = 'There is no list in this pane.'
const NO_SELECTION = 'The rows of this pane cannot be selected.'

type UndoCommand = ActionCommand<ArgumentsOf<'form.undo'>>

/** By key or palette, without a change to undo in the pane: what the newest toast offers to undo, or the last deletion. */
function withUndoElsewhere(command: UndoCommand): UndoCommand {
  const { available = () => true as const, run } = command
  return {
    ...command,
    available: (context, args) => {
      const here = available(context, args)
      return here === true || context.source === 'button' || !canUndoElsewhere(context) ? here : true
    },
    run: (context, args) => (available(context, args) === true ? run(context, args) : undoElsewhere(context)),
  }
}

export const tableCommands = {
  'form.apply': paneCommand('form.apply', {
    title: 'Apply',
    keywords: ['preview', 'download preview', 'counts'],
    help: 'Computes the table of this pane.',
    seq: '$mod+Enter',
    scope: 'pane',
    because: 'There is nothing to apply in this pane.',
  }),
  'form.save': paneCommand('form.save', {
    title: 'Save',
    help: 'Saves the draft of this pane.',
    seq: '$mod+S',
    scope: 'pane',
    because: 'There is nothing to save in this pane.',
  }),
  'form.save-copy': paneCommand('form.save-copy', {
    title: 'Save as copy',
    help: 'Saves the edited definition as another one, and keeps the edited one as it is.',
    seq: '$mod+Shift+S',
    scope: 'pane',
    because: 'Available while you edit a saved definition.',
  }),
  'form.save-and-narrow': paneCommand('form.save-and-narrow', {
    title: 'Save and filter further',
    help: 'Saves the cohort and starts a subset of it.',
    seq: '$mod+Shift+Enter',
    scope: 'pane',
    because: 'There is no cohort to save in this pane.',
  }),
  'form.undo': withUndoElsewhere(
    paneCommand('form.undo', {
      title: 'Undo',
      help: 'Undoes the last change in this pane, or in the focused text field. By key it also undoes the last deletion.',
      seq: '$mod+Z',
      scope: 'pane',
      because: 'There is nothing to undo in this pane.',
    }),
  ),
  'form.redo': paneCommand('form.redo', {
    title: 'Redo',
    help: 'Redoes the change that was undone last.',
    seq: '$mod+Shift+Z',
    scope: 'pane',
    because: 'There is nothing to redo in this pane.',
  }),
  'form.fill': paneCommand('form.fill', {
    title: 'Fill the rest',
    help: 'Assigns the value of the focused combination to all open combinations, and names it first.',
    seq: 'f',
    scope: 'pane',
    because: 'There is no table to fill in this pane.',
  }),
  'list.search': paneCommand('list.search', {
    title: 'Search in this pane',
    help: 'Moves to the search field of this pane, the first empty field of a builder, or the cohort of a variable.',
    seq: '/',
    scope: 'pane',
    because: 'There is nothing to search in this pane.',
  }),
  'list.filter': paneCommand('list.filter', {
    title: 'Filter in this pane',
    help: 'Moves to the filters of this pane.',
    seq: 'Shift+F',
    scope: 'pane',
    because: 'There is nothing to filter in this pane.',
  }),
  'list.next': paneCommand('list.next', {
    title: 'Next row',
    help: 'Moves to the next row of the list.',
    seq: 'j',
    scope: 'table',
    because: NO_LIST,
  }),
  'list.previous': paneCommand('list.previous', {
    title: 'Previous row',
    help: 'Moves to the previous row of the list.',
    seq: 'k',
    scope: 'table',
    because: NO_LIST,
  }),
  'list.first': paneCommand('list.first', {
    title: 'First row',
    help: 'Moves to the first row of the list.',
    seq: 'Home',
    scope: 'table',
    because: NO_LIST,
  }),
  'list.last': paneCommand('list.last', {
    title: 'Last row',
    help: 'Moves to the last row of the list.',
    seq: 'End',
    scope: 'table',
    because: NO_LIST,
  }),
  'list.next-page': paneCommand('list.next-page', {
    title: 'Next page',
    help: 'Shows the next page of the list.',
    seq: ']',
    scope: 'table',
    because: NO_LIST,
  }),
  'list.previous-page': paneCommand('list.previous-page', {
    title: 'Previous page',
    help: 'Shows the previous page of the list.',
    seq: '[',
    scope: 'table',
    because: NO_LIST,
  }),
  'list.open': paneCommand('list.open', {
    title: 'Open row',
    help: 'Opens the row in this pane.',
    seq: 'Enter',
    scope: 'table',
    because: NO_LIST,
  }),
  'list.open-beside': paneCommand('list.open-beside', {
    title: 'Open row beside',
    help: 'Opens the row in a pane beside this one.',
    seq: 'Shift+Enter',
    scope: 'table',
    because: NO_LIST,
  }),
  'list.open-tab': paneCommand('list.open-tab', {
    title: 'Open row in a new tab',
    keywords: ['view details'],
    help: 'Opens the row in a new tab of the browser.',
    seq: 'o',
    scope: 'table',
    because: NO_LIST,
  }),
  'list.quick-look': paneCommand('list.quick-look', {
    title: 'Quick look',
    keywords: ['preview', 'card'],
    help: 'Shows the card of the row, which follows the arrow keys.',
    seq: 'Space',
    scope: 'table',
    because: NO_LIST,
  }),
  'list.unfold': paneCommand('list.unfold', {
    title: 'Versions of the question',
    keywords: ['fold', 'unfold', 'expand', 'collapse', 'missing', 'reasons'],
    help: 'Shows or hides the versions of the row’s question, or the reasons of missing answers.',
    seq: 'z',
    scope: 'table',
    because: 'The rows of this pane have no versions.',
  }),
  'list.join-versions': paneCommand('list.join-versions', {
    title: 'Join versions',
    keywords: ['versions', 'question', 'merge', 'separate'],
    help: 'Joins all versions of the row’s question in one row of Table 1, or separates them.',
    seq: 'Shift+Z',
    scope: 'table',
    because: 'The rows of this pane have no versions to join.',
  }),
  'list.add': paneCommand('list.add', {
    title: 'Add to the working set',
    help: 'Adds the row’s variable to the working set; x takes it out.',
    seq: 'a',
    scope: 'table',
    because: 'There is no variable in this pane.',
  }),
  'list.select': paneCommand('list.select', {
    title: 'Select row',
    help: 'Selects the row for a joint action, or deselects it.',
    seq: 'x',
    scope: 'table',
    because: NO_LIST,
  }),
  'list.extend-next': paneCommand('list.extend-next', {
    title: 'Extend the selection down',
    keywords: ['range', 'several rows'],
    help: 'Moves to the next row, and selects the rows from where the selection began.',
    seq: ['Shift+J', 'Shift+ArrowDown'],
    repeats: true,
    scope: 'table',
    because: NO_SELECTION,
  }),
  'list.extend-previous': paneCommand('list.extend-previous', {
    title: 'Extend the selection up',
    keywords: ['range', 'several rows'],
    help: 'Moves to the previous row, and selects the rows from where the selection began.',
    seq: ['Shift+K', 'Shift+ArrowUp'],
    repeats: true,
    scope: 'table',
    because: NO_SELECTION,
  }),
  'list.select-all': paneCommand('list.select-all', {
    title: 'Select all rows',
    keywords: ['everything', 'whole list'],
    help: 'Selects all rows of the result, on all its pages.',
    seq: '$mod+A',
    scope: 'table',
    because: NO_SELECTION,
  }),
  'list.copy-table': {
    ...paneCommand('list.copy-table', {
      title: 'Copy table',
      help: 'Copies all rows of the table, for a spreadsheet.',
      seq: 'Y',
      scope: 'pane',
      because: 'There is no table in this pane.',
    }),
    success: TABLE_COPIED,
  },
  'list.show-cross-table': paneCommand('list.show-cross-table', {
    title: 'Full cross-table',
    keywords: ['overview', 'summary', 'strata'],
    help: 'Shows all counts of a cohort as a table, and back.',
    seq: 'Shift+T',
    because: 'There is no overview in this pane.',
  }),
  'list.copy-markdown': {
    ...paneCommand('list.copy-markdown', {
      title: 'Copy as Markdown',
      help: 'Copies the description as a Markdown table.',
      seq: 'Shift+M',
      scope: 'pane',
      because: NO_DESCRIPTION,
    }),
    success: TABLE_COPIED,
  },
  'list.copy-html': {
    ...paneCommand('list.copy-html', {
      title: 'Copy for Word',
      keywords: ['html', 'document', 'paper'],
      help: 'Copies the description as a formatted table (HTML), with the rules and notes of a paper.',
      seq: 'Shift+H',
      scope: 'pane',
      because: NO_DESCRIPTION,
    }),
    success: TABLE_COPIED,
  },
  'list.copy-latex': {
    ...paneCommand('list.copy-latex', {
      title: 'Copy as LaTeX',
      keywords: ['tex', 'booktabs', 'paper'],
      help: 'Copies the description as a LaTeX table, for booktabs and threeparttable.',
      seq: 'Shift+L',
      scope: 'pane',
      because: NO_DESCRIPTION,
    }),
    success: TABLE_COPIED,
  },
  'form.edit': paneCommand('form.edit', {
    title: 'Edit',
    keywords: ['change', 'name', 'description'],
    help: 'Edits the thing in this pane.',
    seq: 'e',
    scope: 'pane',
    because: 'There is nothing to edit in this pane.',
  }),
  'form.remove-taken': paneCommand('form.remove-taken', {
    title: 'Remove values from other panes',
    keywords: ['clear', 'another pane', 'working set', 'chip'],
    help: 'Removes the values that this page has from another pane, the working set or the page before.',
    seq: 'Shift+X',
    scope: 'pane',
    because: 'This page took nothing from elsewhere.',
  }),
  'form.rename': paneCommand('form.rename', {
    title: 'Rename',
    keywords: ['name', 'title'],
    help: 'Changes the name of the row or page.',
    seq: 'F2',
    because: 'There is nothing to rename in this pane.',
  }),
  'form.delete': paneCommand('form.delete', {
    title: 'Delete',
    help: 'Deletes the thing in this pane, once its name is typed.',
    seq: 'Shift+D',
    scope: 'pane',
    because: 'There is nothing to delete in this pane.',
  }),
  'drawing.zoom-in': paneCommand('drawing.zoom-in', {
    title: 'Zoom in',
    help: 'Makes the drawing larger.',
    seq: '+',
    scope: 'pane',
    because: NO_DRAWING,
  }),
  'drawing.zoom-out': paneCommand('drawing.zoom-out', {
    title: 'Zoom out',
    help: 'Makes the drawing smaller.',
    seq: '-',
    scope: 'pane',
    because: NO_DRAWING,
  }),
  'drawing.show-sheet': paneCommand('drawing.show-sheet', {
    title: 'Contact sheet',
    help: 'Shows the pedigrees as a sheet, or one of them large.',
    seq: 'Shift+P',
    because: NO_DRAWING,
  }),
  'drawing.fit': paneCommand('drawing.fit', {
    title: 'Fit the drawing',
    help: 'Shows the whole drawing at once.',
    seq: '0',
    scope: 'pane',
    because: NO_DRAWING,
  }),
}
