/**
 * The recipes of CONTRIBUTING: its sections "Add …". The sentence before a code block says where the block goes:
 *
 * - New file `PATH`:
 * - At the top of `PATH`: or At the end of `PATH`:
 * - In `PATH`, after `TEXT`: (or before, or instead of) the one line that contains the text.
 *
 * A block of shell lines has the commands that must succeed afterwards.
 */
const PLACES = [
  [/New file `([^`]+)`:$/, 'new'],
  [/At the top of `([^`]+)`:$/, 'top'],
  [/At the end of `([^`]+)`:$/, 'end'],
  [/In `([^`]+)`, after `([^`]+)`:$/, 'after'],
  [/In `([^`]+)`, before `([^`]+)`:$/, 'before'],
  [/In `([^`]+)`, instead of `([^`]+)`:$/, 'instead'],
]

/** The recipes of a document, each with its edits and commands in order. Throws for a block without a place. */
export function readRecipes(markdown) {
  return markdown
    .split(/^## /m)
    .filter((section) => section.startsWith('Add '))
    .map((section) => {
      const blocks = [...section.matchAll(/^( *)```(\w+)\n([\s\S]*?)^ *```$/gm)]
      const title = section.slice(0, section.indexOf('\n'))
      return {
        title,
        edits: blocks.filter(([, , language]) => language !== 'sh').map((block) => editOf(title, section, block)),
        commands: blocks.flatMap(([, indent, language, code]) =>
          language === 'sh' ? dedented(code, indent).trim().split('\n') : [],
        ),
      }
    })
}

function editOf(title, section, { 1: indent, 3: code, index }) {
  const sentence = section.slice(0, index).trimEnd().split('\n').at(-1)
  for (const [form, place] of PLACES) {
    const [, path, text] = form.exec(sentence) ?? []
    if (path !== undefined) return { place, path, text, code: dedented(code, indent) }
  }
  throw new Error(`${title}: no place of a block is named in "${sentence}".`)
}

function dedented(code, indent) {
  return code.replaceAll(new RegExp(`^${indent}`, 'gm'), '')
}

/** The text of a file after an edit; `before` is null for a file that does not exist. */
export function edited(before, { place, path, text, code }) {
  if ((before === null) !== (place === 'new')) throw new Error(`${path} ${before === null ? 'is missing' : 'exists'}.`)
  if (place === 'new') return code
  if (place === 'top') return code + before
  if (place === 'end') return `${before}\n${code}`
  const lines = before.split('\n')
  const found = lines.flatMap((line, index) => (line.includes(text) ? [index] : []))
  if (found.length !== 1) throw new Error(`${path}: ${found.length} lines contain "${text}".`)
  const [index] = found
  const [from, to] = { after: [index + 1, index + 1], before: [index, index], instead: [index, index + 1] }[place]
  return [...lines.slice(0, from), ...code.trimEnd().split('\n'), ...lines.slice(to)].join('\n')
}
