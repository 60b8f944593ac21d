import styles from '#features/imports/imports.module.css'
import stack from '#ui/stack.module.css'
import { useAtomValue, useSetAtom } from 'jotai'
import { useMemo, useEffect, useRef, useState } from 'react'
import type { ImportedVariable, ImportReport } from '#contract/shapes-of-imports.ts'
import { DATA_TYPES, dataTypeWord, descriptorOf, type DataType } from '#domain/data-types.ts'
import { countOf, formatCount } from '#domain/numbers.ts'
import { tableName, withSameVariable } from '#domain/import-options.ts'
import { LocalTable } from '#features/imports/parts/local-table.tsx'
import { changeReadingAtom, importAtom } from '#features/imports/state.ts'
import type { Column } from '#ui/data-table.tsx'
import { ChoicePicker } from '#entities/choice-picker.tsx'
import { baseVariableRowsAtom } from '#entities/sources/variable-rows.ts'
import { Button } from '#ui/button.tsx'

type Types = Readonly<Record<string, DataType>>

/** The types that a user may choose; an untyped column has no tag. */
const CHOICES = DATA_TYPES.filter((dataType) => descriptorOf(dataType)?.tag)

const wordsOf = ({ variable_name, original_name, question, file, data_type }: ImportedVariable) =>
  `${variable_name} ${original_name} ${question} ${file} ${data_type} ${dataTypeWord(data_type)}`

/** Each variable with its type, which may be corrected, why it is that, and what it holds. */
export function VariablesTable({ report }: { report: ImportReport }) {
  const { types, sameAs } = useAtomValue(importAtom).reading
  const change = useSetAtom(changeReadingAtom)
  const isAddition = report.replaces === null
  const columns = useMemo(
    () =>
      columnsFor(types, (name, dataType) => change({ types: { ...types, [name]: dataType } })).toSpliced(
        1,
        0,
        ...(isAddition ? [sameColumn((key, name) => change({ sameAs: withSameVariable(sameAs, key, name) }))] : []),
      ),
    [types, sameAs, isAddition, change],
  )
  return (
    <section className={stack['section']}>
      <h3>{countOf(report.variables.length, 'variable')}</h3>
      <LocalTable
        label="Variables"
        columns={columns}
        rows={report.variables}
        rowKey={({ variable_name }) => variable_name}
        wordsOf={wordsOf}
      />
    </section>
  )
}

function columnsFor(types: Types, onType: (name: string, dataType: DataType) => void): Column<ImportedVariable>[] {
  return [
    {
      key: 'name',
      header: 'Variable',
      cell: (variable) => <Name variable={variable} />,
      sortValue: ({ variable_name }) => variable_name,
    },
    {
      key: 'type',
      header: 'Type, and why',
      cell: (variable) => <TypeOf variable={variable} chosen={types[variable.variable_name]} onType={onType} />,
      sortValue: ({ data_type }) => dataTypeWord(data_type),
    },
    { key: 'values', header: 'Values', isMinor: true, cell: (variable) => <Values variable={variable} /> },
    {
      key: 'observations',
      header: 'Answers',
      align: 'end',
      cell: ({ observations }) => formatCount(observations),
      sortValue: ({ observations }) => observations,
    },
    { key: 'file', header: 'File', isMinor: true, cell: ({ file }) => file, sortValue: ({ file }) => file },
  ]
}

/** Of data that are added to others: which variables get further answers, and which columns are to be one of them. */
function sameColumn(onSame: (column: string, variableName: string) => void): Column<ImportedVariable> {
  return {
    key: 'same',
    header: 'In the database',
    cell: (variable) => (variable.is_known ? 'gets further answers' : <SameAs variable={variable} onSame={onSame} />),
    sortValue: ({ is_known }) => (is_known ? 0 : 1),
  }
}

interface TypeOfProps {
  variable: ImportedVariable
  chosen: DataType | undefined
  onType: (name: string, dataType: DataType) => void
}

function TypeOf({ variable: { variable_name, data_type, reason }, chosen, onType }: TypeOfProps) {
  return (
    <>
      <select
        className={styles['type']}
        aria-label={`Type of ${variable_name}`}
        value={chosen ?? data_type}
        onChange={(event) => {
          const choice = CHOICES.find((one) => one === event.target.value)
          if (choice) onType(variable_name, choice)
        }}
      >
        {!CHOICES.some((choice) => choice === data_type) && <option value={data_type}>no answers</option>}
        {CHOICES.map((choice) => (
          <option key={choice} value={choice}>
            {dataTypeWord(choice)}
          </option>
        ))}
      </select>
      <p className={stack['muted']}>{reason ?? (chosen === undefined ? 'the dictionary says it' : 'you chose it')}</p>
    </>
  )
}

function Name({ variable: { variable_name, original_name, question } }: { variable: ImportedVariable }) {
  const isRenamed = original_name.toUpperCase() !== variable_name
  return (
    <>
      <b className={styles['name']}>{variable_name}</b>
      {isRenamed && <span className={stack['muted']}> was “{original_name}”</span>}
      {question !== original_name && <p className={styles['question']}>{question}</p>}
    </>
  )
}

function Values({ variable: { values, value_count } }: { variable: ImportedVariable }) {
  const shown = values.map(([code, meaning]) => (meaning === '' || meaning === code ? code : `${code} · ${meaning}`))
  const more = value_count - values.length
  return `${shown.join(', ')}${more > 0 ? ` and ${formatCount(more)} more` : ''}`
}

interface SameAsProps {
  variable: ImportedVariable
  onSame: (column: string, variableName: string) => void
}

/** A new variable, and the way to say that its column is one of the database's; the focus stays in the row. */
function SameAs({ variable: { file, original_name, variable_name }, onSame }: SameAsProps) {
  const [isChoosing, setIsChoosing] = useState<boolean | null>(null)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isChoosing !== null) place.current?.querySelector<HTMLElement>('input, button')?.focus()
  }, [isChoosing])
  return (
    <div ref={place}>
      {isChoosing === true ? (
        <ChoicePicker
          label={`${original_name} is the same as`}
          rowsAtom={baseVariableRowsAtom}
          chosen={null}
          onChoose={({ value }) => {
            setIsChoosing(false)
            onSame(`${tableName(file)}:${original_name}`, String(value))
          }}
          placeholder="Type a name or words of the question…"
        />
      ) : (
        <>
          new{' '}
          <Button
            size="small"
            variant="quiet"
            aria-label={`${variable_name} is the same as…`}
            onClick={() => setIsChoosing(true)}
          >
            Same as…
          </Button>
        </>
      )}
    </div>
  )
}
