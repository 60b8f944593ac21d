import { action, type Availability } from '#command-kit/declaration.ts'
import type { CommandContext } from '#command-kit/context.ts'

function focusCommand<Id extends 'pane.focus-1' | 'pane.focus-2' | 'pane.focus-3' | 'pane.focus-4'>(position: number) {
  return action<Id>({
    title: `Focus pane ${position}`,
    section: 'Panes',
    help: `Moves to pane ${position} from the left.`,
    keys: [{ seq: `p ${position}`, scope: 'global' }],
    available: ({ workspace }) => workspace.paneCount() >= position || { because: `There is no pane ${position}.` },
    run: ({ workspace }) => workspace.focus(position),
    examples: [{}],
  })
}

function needsSeveral({ workspace }: CommandContext): Availability {
  return workspace.paneCount() > 1 || { because: 'There is only one pane.' }
}

export const paneCommands = {
  'pane.split': action<'pane.split'>({
    title: 'Split pane',
    section: 'Panes',
    keywords: ['beside', 'duplicate', 'side by side'],
    help: 'Shows this pane once more beside it.',
    keys: [{ seq: 'p s', scope: 'global' }],
    places: [{ at: 'pane-menu', order: 1 }],
    available: ({ workspace }) => workspace.paneCount() < 4 || { because: 'Four panes are the most.' },
    run: ({ workspace }) => workspace.split(),
    examples: [{}],
  }),
  'pane.close': action<'pane.close'>({
    title: 'Close pane',
    section: 'Panes',
    help: 'Closes this pane.',
    keys: [{ seq: 'p w', scope: 'global' }],
    places: [{ at: 'pane-menu', order: 2 }],
    available: needsSeveral,
    run: ({ workspace }) => workspace.close(),
    examples: [{}],
  }),
  'pane.next': action<'pane.next'>({
    title: 'Next pane',
    section: 'Panes',
    help: 'Moves to the pane at the right.',
    keys: [{ seq: 'F6', scope: 'global' }],
    available: ({ workspace }) => !workspace.isLastFocused() || { because: 'This is the last pane.' },
    run: ({ workspace }) => workspace.focusNext(),
    examples: [{}],
  }),
  'pane.previous': action<'pane.previous'>({
    title: 'Previous pane',
    section: 'Panes',
    help: 'Moves to the pane at the left.',
    keys: [{ seq: 'Shift+F6', scope: 'global' }],
    available: ({ workspace }) => !workspace.isFirstFocused() || { because: 'This is the first pane.' },
    run: ({ workspace }) => workspace.focusPrevious(),
    examples: [{}],
  }),
  'pane.focus-1': focusCommand<'pane.focus-1'>(1),
  'pane.focus-2': focusCommand<'pane.focus-2'>(2),
  'pane.focus-3': focusCommand<'pane.focus-3'>(3),
  'pane.focus-4': focusCommand<'pane.focus-4'>(4),
  'pane.copy-link': action<'pane.copy-link'>({
    title: 'Copy link',
    section: 'Panes',
    keywords: ['share', 'address', 'url'],
    help: 'Copies the address that opens these same panes.',
    keys: [{ seq: 'y', scope: 'global' }],
    run: ({ workspace }) => navigator.clipboard.writeText(workspace.address()),
    success: 'Link copied.',
    examples: [{}],
  }),
}
