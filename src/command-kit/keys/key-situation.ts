import type { CommandId } from '#commands/signatures.ts'
import type { WorkspacePort } from '#command-kit/context.ts'
import type { KeySituation } from '#command-kit/keys/decide-key.ts'
import type { StrokeId } from '#command-kit/keys/stroke.ts'

const TEXT_INPUT_TYPES = new Set([
  'text',
  'search',
  'email',
  'password',
  'tel',
  'url',
  'number',
  'date',
  'time',
  'month',
])
const TYPE_AHEAD = 'select, [role=listbox], [role=menu], [role=combobox], [role=tree], [role=textbox], [role=searchbox]'
const ACTIVATABLE =
  'a[href], button, summary, input, [role=button], [role=link], [role=tab], [role=menuitem], [role=option], ' +
  '[role=checkbox], [role=radio], [role=switch], [role=slider], [role=separator]'
const OWN_KEYS = /^(shift\+)?(enter|space|home|end|pageup|pagedown|arrow\w+)$/
const LIST_ACTIONS: readonly CommandId[] = [
  'list.next',
  'list.previous',
  'list.first',
  'list.last',
  'list.next-page',
  'list.previous-page',
  'list.open',
  'list.open-beside',
  'list.add',
  'list.select',
]

/** Whether letters typed at the element are input, so that single-character shortcuts are off. */
export function isTextField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target instanceof HTMLInputElement) return TEXT_INPUT_TYPES.has(target.type)
  if (target instanceof HTMLTextAreaElement || target.isContentEditable) return true
  return target.closest(`${TYPE_AHEAD}, [contenteditable]:not([contenteditable=false])`) !== null
}

function ownsKey(target: EventTarget | null, stroke: StrokeId): boolean {
  return target instanceof Element && OWN_KEYS.test(stroke) && target.closest(ACTIVATABLE) !== null
}

/** Whether a modal dialog is open, which makes panes inert. */
export function isModalOpen(document: Document): boolean {
  return document.querySelector('[aria-modal=true]:not([hidden]):not([data-state=closed])') !== null
}

/** Reads the key state from document and workspace. */
export function keySituation(
  target: EventTarget | null,
  stroke: StrokeId,
  workspace: WorkspacePort,
  bareKeys: boolean,
): KeySituation {
  return {
    inTextField: isTextField(target),
    inModal: isModalOpen(document),
    targetOwnsKey: ownsKey(target, stroke),
    paneHasList: LIST_ACTIONS.some((name) => workspace.paneAction(name) !== undefined),
    bareKeys,
  }
}
