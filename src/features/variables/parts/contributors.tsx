import { CommandLink, CommandNewTab } from '#command-kit/command-link.tsx'
import type { Contributor } from '#contract/shapes/entities.ts'
import type { Column } from '#ui/tables/data-table.tsx'
import { DataTable } from '#ui/tables/data-table.tsx'
import styles from '#features/variables/screens/variable.module.css'
import stack from '#ui/stack.module.css'

/** A variable's sources: forms and their codebooks, or a custom variable's source variables. */
export function Contributors({ contributors, isCustom }: { contributors: readonly Contributor[]; isCustom: boolean }) {
  if (contributors.length === 0) return <p className={stack['muted']}>This variable has no form.</p>
  if (isCustom) {
    return (
      <>
        <h2>Sources</h2>
        <ul className={stack['row']}>
          {contributors.map(({ variableName: name }) => (
            <li key={name}>
              <CommandLink id="variable.show" args={{ variableName: name }}>
                {name}
              </CommandLink>
            </li>
          ))}
        </ul>
      </>
    )
  }
  return (
    <>
      <h2>Contributors</h2>
      <DataTable
        label="Contributors"
        columns={COLUMNS.filter((column) => contributors.some((row) => row[column.key] !== ''))}
        rows={contributors}
        rowKey={(row) => `${row.instrument} ${row.version} ${row.variableName}`}
      />
    </>
  )
}

const COLUMNS: readonly (Column<Contributor> & { key: keyof Contributor })[] = [
  { key: 'variableName', header: 'Variable', cell: (row) => row.variableName },
  { key: 'instrument', header: 'Instrument', cell: (row) => row.instrument },
  { key: 'version', header: 'Version', cell: (row) => row.version },
  { key: 'section', header: 'Section', cell: (row) => row.section },
  { key: 'tocPage', header: 'TOC page', cell: (row) => row.tocPage },
  { key: 'item', header: 'Item', cell: (row) => row.item },
  { key: 'pdfPage', header: 'Codebook', cell: (row) => codebookLink(row) },
]

function codebookLink({ pdfFile: file, pdfPage: page }: Contributor) {
  if (file === '') return ''
  return (
    <CommandNewTab
      id="codebook.open"
      args={{ file, page }}
      variant="quiet"
      size="small"
      className={styles['codebook'] ?? ''}
    >
      page {page}
    </CommandNewTab>
  )
}
