import { useAtomValue, useSetAtom } from 'jotai'
import { useMemo, useEffect, useRef, useState } from 'react'
import type { ImportReport, ImportedVariable } from '#contract/shapes/entities.ts'
import { DATA_TYPES, dataTypeWord, descriptorOf, type DataType } from '#domain/data-types.ts'
import { tableName, withSameVariable } from '#domain/imports/import-options.ts'
import { countOf, formatCount } from '#domain/numbers.ts'
import { ChoicePicker } from '#entities/pickers/choice-picker.tsx'
import { baseVariableRowsAtom } from '#entities/sources/choice-rows.ts'
import { importAtom } from '#features/imports/state.ts'
import { changeReadingAtom } from '#features/imports/use-cases.ts'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import type { Column } from '#ui/tables/data-table.tsx'
import { LocalTable } from '#workspace/lists/local-table.tsx'
import styles from '#features/imports/imports.module.css'
import stack from '#ui/stack.module.css'

type Types = Readonly<Record<string, DataType>>

/** The types on offer; an untyped column has no tag. */
const CHOICES = DATA_TYPES.filter((dataType) => descriptorOf(dataType)?.tag)

const wordsOf = ({ variableName, originalName, question, file, dataType }: ImportedVariable) =>
  `${variableName} ${originalName} ${question} ${file} ${dataType} ${dataTypeWord(dataType)}`

/** Each variable with its type (editable), the evidence for it, and its values. */
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
        rowKey={({ variableName }) => variableName}
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
      sortValue: ({ variableName }) => variableName,
    },
    {
      key: 'type',
      header: 'Type, and why',
      width: '28%',
      cell: (variable) => <TypeOf variable={variable} chosen={types[variable.variableName]} onType={onType} />,
      sortValue: ({ dataType }) => dataTypeWord(dataType),
    },
    { key: 'values', header: 'Values', isMinor: true, cell: (variable) => <Values variable={variable} /> },
    {
      key: 'observations',
      header: 'Answers',
      align: 'end',
      width: '9ch',
      cell: ({ observations }) => formatCount(observations),
      sortValue: ({ observations }) => observations,
    },
    {
      key: 'file',
      header: 'File',
      width: '16%',
      isMinor: true,
      cell: ({ file }) => file,
      sortValue: ({ file }) => file,
    },
  ]
}

/** For data added to an earlier import: the variables with further answers, and columns to be merged into them. */
function sameColumn(onSame: (column: string, variableName: string) => void): Column<ImportedVariable> {
  return {
    key: 'same',
    header: 'In the database',
    width: '16%',
    cell: (variable) =>
      variable.isKnown ? 'existing: answers are added' : <SameAs variable={variable} onSame={onSame} />,
    sortValue: ({ isKnown }) => (isKnown ? 0 : 1),
  }
}

interface TypeOfProps {
  variable: ImportedVariable
  chosen: DataType | undefined
  onType: (name: string, dataType: DataType) => void
}

function TypeOf({ variable: { variableName, dataType, reason }, chosen, onType }: TypeOfProps) {
  return (
    <>
      <select
        className={styles['type']}
        aria-label={`Type of ${variableName}`}
        value={chosen ?? dataType}
        onChange={(event) => {
          const choice = CHOICES.find((one) => one === event.target.value)
          if (choice) onType(variableName, choice)
        }}
      >
        {!CHOICES.some((choice) => choice === dataType) && <option value={dataType}>no answers</option>}
        {CHOICES.map((choice) => (
          <option key={choice} value={choice}>
            {dataTypeWord(choice)}
          </option>
        ))}
      </select>
      <p className={classNames(stack['muted'], styles['reason'])}>
        {reason ?? (chosen === undefined ? 'from the dictionary' : 'chosen by you')}
      </p>
    </>
  )
}

function Name({ variable: { variableName, originalName, question } }: { variable: ImportedVariable }) {
  const isRenamed = originalName.toUpperCase() !== variableName
  return (
    <>
      <b className={styles['name']}>{variableName}</b>
      {isRenamed && <span className={stack['muted']}> was “{originalName}”</span>}
      {/* The blank separates the words for screen readers where both stand in one line. */}{' '}
      {question !== originalName && <p className={styles['question']}>{question}</p>}
    </>
  )
}

function Values({ variable: { values, valueCount } }: { variable: ImportedVariable }) {
  const shown = values.map(([code, meaning]) => (meaning === '' || meaning === code ? code : `${code} · ${meaning}`))
  const more = valueCount - values.length
  return `${shown.join(', ')}${more > 0 ? ` and ${formatCount(more)} more` : ''}`
}

interface SameAsProps {
  variable: ImportedVariable
  onSame: (column: string, variableName: string) => void
}

/** A new variable, with a choice to merge its column into an existing one; the focus stays in the row. */
function SameAs({ variable: { file, originalName, variableName }, onSame }: SameAsProps) {
  const [isChoosing, setIsChoosing] = useState<boolean | null>(null)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isChoosing !== null) place.current?.querySelector<HTMLElement>('input, button')?.focus()
  }, [isChoosing])
  return (
    <div ref={place}>
      {isChoosing === true ? (
        <ChoicePicker
          label={`${originalName} is the same as`}
          rowsAtom={baseVariableRowsAtom}
          chosen={null}
          onChoose={({ value }) => {
            setIsChoosing(false)
            onSame(`${tableName(file)}:${originalName}`, String(value))
          }}
          placeholder="Type a name or words of the question…"
        />
      ) : (
        <>
          new{' '}
          <Button
            size="small"
            variant="quiet"
            aria-label={`${variableName} is the same as…`}
            onClick={() => setIsChoosing(true)}
          >
            Same as…
          </Button>
        </>
      )}
    </div>
  )
}
