import type { Page } from '@playwright/test'
import * as v from 'valibot'

const AxValue = v.optional(v.object({ value: v.optional(v.unknown(), '') }), { value: '' })
const Node = v.object({
  ignored: v.boolean(),
  role: AxValue,
  name: AxValue,
  description: AxValue,
  value: AxValue,
  properties: v.optional(
    v.array(v.object({ name: v.string(), value: v.object({ value: v.optional(v.unknown()) }) })),
    [],
  ),
})
const Tree = v.object({ nodes: v.array(Node) })

interface ParsedNode {
  readonly role: string
  readonly name: string
  readonly description: string
  readonly value: string
  readonly has: (property: string) => unknown
}

/** Interactive roles in Chromium. */
const CONTROLS = new Set([
  'button',
  'checkbox',
  'combobox',
  'gridcell',
  'link',
  'listbox',
  'menuitem',
  'option',
  'radio',
  'row',
  'searchbox',
  'slider',
  'spinbutton',
  'splitter',
  'switch',
  'tab',
  'textbox',
])
/** What is found by name. */
const PLACES = new Set(['alertdialog', 'dialog', 'figure', 'grid', 'image', 'navigation', 'table', 'treegrid'])
const HAS_VALUE = new Set(['slider', 'spinbutton', 'splitter', 'progressbar'])

/** Accessibility problems of the page, by Chromium's accessibility tree. */
export async function missingInTree(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page)
  const { nodes } = v.parse(Tree, await session.send('Accessibility.getFullAXTree'))
  await session.detach()
  return nodes.filter(({ ignored }) => !ignored).flatMap((node) => missingOf(parsedNode(node)))
}

function missingOf({ role, name, description, value, has }: ParsedNode): string[] {
  const missing = (what: string) => `${role} “${name}” has no ${what}`
  const isFocusable = has('focusable') === true
  return [
    ...(CONTROLS.has(role) && isFocusable && name === '' ? [missing('name')] : []),
    ...(PLACES.has(role) && name === '' ? [missing('name')] : []),
    // WCAG 3.3.1: problems are described in text, and disabled controls give a reason.
    ...(isTrue(has('invalid')) && description === '' ? [missing('error description')] : []),
    ...(has('disabled') === true && isFocusable && description === '' ? [missing('reason for being disabled')] : []),
    ...(HAS_VALUE.has(role) && isFocusable && value === '' && has('valuetext') === undefined ? [missing('value')] : []),
    ...(role === 'dialog' && has('modal') !== true ? [missing('aria-modal')] : []),
  ]
}

function isTrue(value: unknown): boolean {
  return value === true || value === 'true'
}

function parsedNode({ role, name, description, value, properties }: v.InferOutput<typeof Node>): ParsedNode {
  return {
    role: String(role.value),
    name: String(name.value).trim(),
    description: String(description.value).trim(),
    value: String(value.value),
    has: (property) => properties.find((one) => one.name === property)?.value.value,
  }
}
