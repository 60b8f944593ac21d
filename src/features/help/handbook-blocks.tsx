/* oxlint-disable react/no-array-index-key -- a page does not change while it is shown */
import type { ReactNode } from 'react'
import { CommandLink } from '#command-kit/command-link.tsx'
import type { HandbookBlock, Inline } from '#domain/handbook.ts'
import styles from '#features/help/screens/handbook.module.css'

export function HandbookBlocks({ blocks }: { blocks: readonly HandbookBlock[] }) {
  return blocks.map((block, place) => <Block key={place} block={block} />)
}

function Block({ block }: { block: HandbookBlock }): ReactNode {
  switch (block.kind) {
    case 'heading':
      return block.depth === 2 ? (
        <h2 data-place={block.id}>{block.text}</h2>
      ) : (
        <h3 data-place={block.id}>{block.text}</h3>
      )
    case 'paragraph':
      return (
        <p>
          <Line line={block.line} />
        </p>
      )
    case 'list': {
      const items = block.items.map((line, place) => (
        <li key={place}>
          <Line line={line} />
        </li>
      ))
      return block.isNumbered ? <ol>{items}</ol> : <ul>{items}</ul>
    }
    case 'table':
      return <Table {...block} />
    case 'code':
      return (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable regions need keyboard access
        <pre className={styles['code']} tabIndex={0}>
          {block.text}
        </pre>
      )
    default:
      return <img className={styles['picture']} src={block.src} alt={block.alt} />
  }
}

function Table({ label, header, rows }: Extract<HandbookBlock, { kind: 'table' }>) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable regions need keyboard access
    <div className={styles['table']} tabIndex={0} role="group" aria-label={label}>
      <table aria-label={label}>
        <thead>
          <tr>
            {header.map((line, place) => (
              <th key={place} scope="col">
                <Line line={line} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, place) => (
            <tr key={place}>
              {row.map((line, column) => (
                <td key={column}>
                  <Line line={line} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Line({ line }: { line: readonly Inline[] }) {
  return line.map((part, place) => <Part key={place} part={part} />)
}

function Part({ part }: { part: Inline }): ReactNode {
  switch (part.kind) {
    case 'code':
      return <code>{part.text}</code>
    case 'strong':
      return <strong>{part.text}</strong>
    case 'emphasis':
      return <em>{part.text}</em>
    case 'link':
      return 'href' in part.to ? (
        <a href={part.to.href} target="_blank" rel="noopener noreferrer">
          {part.text}
        </a>
      ) : (
        <CommandLink id="help.show" args={part.to}>
          {part.text}
        </CommandLink>
      )
    default:
      return part.text
  }
}

/** Searchable text of a block. */
export function textOfBlock(block: HandbookBlock): string {
  const words = (line: readonly Inline[]) => line.map(({ text }) => text).join('')
  switch (block.kind) {
    case 'paragraph':
      return words(block.line)
    case 'list':
      return block.items.map(words).join(' ')
    case 'table':
      return [block.header, ...block.rows].map((cells) => cells.map(words).join(' ')).join(' ')
    case 'picture':
      return block.alt
    default:
      return block.text
  }
}
