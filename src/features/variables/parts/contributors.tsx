import { CommandLink } from '#command-kit/command-link.tsx'
import { CommandNewTab } from '#command-kit/command-new-tab.tsx'
import type { Contributor } from '#contract/shapes.ts'
import type { Column } from '#ui/data-table.tsx'
import { DataTable } from '#ui/data-table.tsx'
import stack from '#ui/stack.module.css'

/** Where a variable comes from: forms and their codebooks, or the variables that a custom one is made of. */
export function Contributors({ contributors, isCustom }: { contributors: readonly Contributor[]; isCustom: boolean }) {
  if (contributors.length === 0) return <p className={stack['muted']}>No form is named for this variable.</p>
  if (isCustom) {
    return (
      <>
        <h2>Made of</h2>
        <ul className={stack['row']}>
          {contributors.map(({ variable_name: name }) => (
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
        rowKey={(row) => `${row.instrument} ${row.version} ${row.variable_name}`}
      />
    </>
  )
}

const COLUMNS: readonly (Column<Contributor> & { key: keyof Contributor })[] = [
  { key: 'variable_name', header: 'Variable', cell: (row) => row.variable_name },
  { key: 'instrument', header: 'Instrument', cell: (row) => row.instrument },
  { key: 'version', header: 'Version', cell: (row) => row.version },
  { key: 'section', header: 'Section', cell: (row) => row.section },
  { key: 'TOC_page', header: 'TOC page', cell: (row) => row.TOC_page },
  { key: 'item', header: 'Item', cell: (row) => row.item },
  { key: 'PDF_page', header: 'Codebook', cell: (row) => codebookLink(row) },
]

function codebookLink({ PDF_file: file, PDF_page: page }: Contributor) {
  if (file === '') return ''
  return (
    <CommandNewTab id="codebook.open" args={{ file, page }} variant="quiet" size="small">
      page {page}
    </CommandNewTab>
  )
}
