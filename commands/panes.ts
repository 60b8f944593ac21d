import { copyText } from '#command-kit/clipboard.ts'
import type { CommandContext } from '#command-kit/context.ts'
import { action, route, type Availability } from '#command-kit/declaration.ts'
import { toggleExplorer } from '#features/explorer/state.ts'

declare module '#commands/signatures.ts' {
  interface CommandSignatures {
    'explorer.toggle': Nothing
    'pane.new': Nothing
    'pane.split': Nothing
    'pane.close': Nothing
    'pane.next': Nothing
    'pane.previous': Nothing
    'pane.focus-1': Nothing
    'pane.focus-2': Nothing
    'pane.focus-3': Nothing
    'pane.focus-4': Nothing
    'pane.copy-link': Nothing
    'pane.reopen': Nothing
    'pane.maximise': Nothing
    'pane.print': Nothing
    'pane.move-left': Nothing
    'pane.move-right': Nothing
    'pane.equalise': Nothing
    'pane.widen': Nothing
    'pane.narrow': Nothing
    'pane.link': Nothing
    'pane.up': Nothing
  }
}

function focusCommand<Id extends 'pane.focus-1' | 'pane.focus-2' | 'pane.focus-3' | 'pane.focus-4'>(position: number) {
  return action<Id>({
    title: `Focus pane ${position}`,
    section: 'Panes',
    help: `Moves to pane ${position} from the left.`,
    keys: [{ seq: `p ${position}`, scope: 'global' }],
    available: ({ workspace }) => workspace.paneCount() >= position || { because: `There is no pane ${position}.` },
    run: ({ workspace }) => workspace.focus(position),
  })
}

function resizeCommand<Id extends 'pane.equalise' | 'pane.widen' | 'pane.narrow'>(
  change: 'equal' | 'wider' | 'narrower',
  seq: string,
  title: string,
  help: string,
) {
  return action<Id>({
    title,
    section: 'Panes',
    keywords: ['size', 'width', 'resize'],
    help,
    keys: [{ seq, scope: 'global' }],
    available: needsSeveral,
    run: ({ workspace }) => workspace.resize(change),
  })
}

function needsSeveral({ workspace }: CommandContext): Availability {
  return workspace.paneCount() > 1 || { because: 'There is only one pane.' }
}

export const paneCommands = {
  'pane.new': route<'pane.new'>({
    path: '/new',
    screen: () => import('#features/dashboard/screens/new-pane-screen.tsx'),
    chapter: 'workspace',
    title: 'New pane',
    section: 'Panes',
    help: 'A search, the lists and your recent work.',
    toTarget: () => ({}),
    fromTarget: () => ({}),
  }),
  'explorer.toggle': action<'explorer.toggle'>({
    title: 'Explorer',
    section: 'Panes',
    keywords: ['tree', 'project', 'sidebar'],
    help: 'Shows or hides the project as a tree, at the left.',
    keys: [{ seq: 'b', scope: 'global' }],
    run: toggleExplorer,
  }),
  'pane.split': action<'pane.split'>({
    title: 'Split pane',
    section: 'Panes',
    keywords: ['beside', 'new pane', 'side by side'],
    help: 'Opens a pane beside this one, with a search and your recent work.',
    keys: [{ seq: 'p s', scope: 'global' }],
    places: [{ location: 'pane-menu', order: 1 }],
    available: ({ workspace }) => workspace.paneCount() < 4 || { because: 'There are at most four panes.' },
    run: ({ workspace }) => workspace.split(),
  }),
  'pane.close': action<'pane.close'>({
    title: 'Close pane',
    section: 'Panes',
    help: 'Closes this pane.',
    keys: [{ seq: 'p w', scope: 'global' }],
    places: [{ location: 'pane-menu', order: 2 }],
    available: needsSeveral,
    run: ({ workspace }) => workspace.close(),
  }),
  'pane.next': action<'pane.next'>({
    title: 'Next pane',
    section: 'Panes',
    help: 'Moves to the pane at the right, from the last one to the first.',
    keys: [{ seq: 'F6', scope: 'global' }],
    available: needsSeveral,
    run: ({ workspace }) => workspace.focusNext(),
  }),
  'pane.previous': action<'pane.previous'>({
    title: 'Previous pane',
    section: 'Panes',
    help: 'Moves to the pane at the left, from the first one to the last.',
    keys: [{ seq: 'Shift+F6', scope: 'global' }],
    available: needsSeveral,
    run: ({ workspace }) => workspace.focusPrevious(),
  }),
  'pane.focus-1': focusCommand<'pane.focus-1'>(1),
  'pane.focus-2': focusCommand<'pane.focus-2'>(2),
  'pane.focus-3': focusCommand<'pane.focus-3'>(3),
  'pane.focus-4': focusCommand<'pane.focus-4'>(4),
  'pane.reopen': action<'pane.reopen'>({
    title: 'Reopen closed pane',
    section: 'Panes',
    keywords: ['undo', 'restore'],
    help: 'Reopens the last closed pane.',
    keys: [{ seq: 'p u', scope: 'global' }],
    places: [{ location: 'pane-menu', order: 3 }],
    available: ({ workspace }) => workspace.closedCount() > 0 || { because: 'No pane was closed.' },
    run: ({ workspace }) => workspace.reopen(),
  }),
  'pane.maximise': action<'pane.maximise'>({
    title: ({ workspace }) => (workspace.isMaximised() ? 'Show all panes' : 'Maximise pane'),
    section: 'Panes',
    keywords: ['zoom', 'full', 'restore'],
    help: 'Shows only this pane, or all panes again.',
    keys: [{ seq: 'p m', scope: 'global' }],
    places: [{ location: 'pane-menu', order: 4 }],
    available: needsSeveral,
    run: ({ workspace }) => workspace.maximise(),
  }),
  'pane.print': action<'pane.print'>({
    title: 'Print',
    section: 'Panes',
    keywords: ['paper', 'pdf'],
    help: 'Prints this pane alone.',
    places: [{ location: 'pane-menu', order: 9 }],
    run: () => window.print(),
  }),
  'pane.move-left': action<'pane.move-left'>({
    title: 'Move pane left',
    section: 'Panes',
    help: 'Swaps this pane with the one at the left.',
    keys: [{ seq: 'p h', scope: 'global' }],
    places: [{ location: 'pane-menu', order: 5 }],
    available: ({ workspace }) => !workspace.isFirstFocused() || { because: 'This is the first pane.' },
    run: ({ workspace }) => workspace.move(-1),
  }),
  'pane.move-right': action<'pane.move-right'>({
    title: 'Move pane right',
    section: 'Panes',
    help: 'Swaps this pane with the one at the right.',
    keys: [{ seq: 'p r', scope: 'global' }],
    places: [{ location: 'pane-menu', order: 6 }],
    available: ({ workspace }) => !workspace.isLastFocused() || { because: 'This is the last pane.' },
    run: ({ workspace }) => workspace.move(1),
  }),
  'pane.equalise': resizeCommand<'pane.equalise'>('equal', 'p =', 'Equalise panes', 'Makes all panes equally wide.'),
  'pane.widen': resizeCommand<'pane.widen'>('wider', 'p +', 'Widen pane', 'Makes this pane wider.'),
  'pane.narrow': resizeCommand<'pane.narrow'>('narrower', 'p -', 'Narrow pane', 'Makes this pane narrower.'),
  'pane.link': action<'pane.link'>({
    title: ({ workspace }) => (workspace.isLinked() ? 'Unlink the pane beside' : 'Link the pane beside'),
    section: 'Panes',
    keywords: ['follow', 'drive', 'list', 'detail'],
    help: 'The pane beside this list follows the active row.',
    keys: [{ seq: 'p l', scope: 'global' }],
    places: [{ location: 'pane-menu', order: 7 }],
    available: ({ workspace }) =>
      workspace.paneAction('pane.link')?.available ?? { because: 'There is no list in this pane.' },
    run: async ({ workspace }) => {
      await workspace.paneAction('pane.link')?.run()
    },
  }),
  'pane.up': action<'pane.up'>({
    title: 'Up',
    section: 'Go to',
    keywords: ['parent', 'list', 'breadcrumb', 'above'],
    help: 'Goes to the list that this thing belongs to.',
    keys: [{ seq: 'u', scope: 'global' }],
    places: [{ location: 'pane-menu', order: 8 }],
    available: ({ workspace }) => workspace.up() !== null || { because: 'This page has no parent page.' },
    run: async ({ workspace, run }) => {
      const up = workspace.up()
      if (up !== null) await run(up)
    },
  }),
  'pane.copy-link': action<'pane.copy-link'>({
    title: 'Copy link',
    section: 'Panes',
    keywords: ['share', 'address', 'url'],
    help: 'Copies the address of these panes.',
    keys: [{ seq: 'y', scope: 'global' }],
    run: async ({ workspace, toast }) => {
      await copyText(workspace.address())
      toast.success('Link copied.')
    },
  }),
}
