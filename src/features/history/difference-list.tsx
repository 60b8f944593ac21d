import type { ReactNode } from 'react'
import type { DefinitionField } from '#features/history/definition-fields.ts'
import type { FieldDifference } from '#features/history/differences.ts'
import styles from '#features/history/history.module.css'
import stack from '#ui/stack.module.css'

interface DifferenceListProps {
  differences: readonly FieldDifference[]
  /** Said if there are none. */
  otherwise: string
}

/** The differences of two definitions, by part. */
export function DifferenceList({ differences, otherwise }: DifferenceListProps) {
  if (differences.length === 0) return <p className={stack['muted']}>{otherwise}</p>
  return (
    <dl className={stack['facts']}>
      {differences.map((difference) => (
        <Part key={difference.label} label={difference.label}>
          {'from' in difference ? (
            <dd>
              <del>{difference.from || 'nothing'}</del> → <ins>{difference.to || 'nothing'}</ins>
            </dd>
          ) : (
            <dd>
              {difference.isReordered && 'In another order'}
              <Items label="Added" items={difference.added} />
              <Items label="Removed" items={difference.removed} />
            </dd>
          )}
        </Part>
      ))}
    </dl>
  )
}

/** A whole definition, by part. */
export function DefinitionList({ fields }: { fields: readonly DefinitionField[] }) {
  return (
    <dl className={stack['facts']}>
      {fields.map((field) => {
        const lines = 'items' in field ? field.items : [field.text].filter(Boolean)
        return (
          lines.length > 0 && (
            <Part key={field.label} label={field.label}>
              <dd className={styles['lines']}>{lines.join('\n')}</dd>
            </Part>
          )
        )
      })}
    </dl>
  )
}

function Part({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt>{label}</dt>
      {children}
    </>
  )
}

function Items({ label, items }: { label: 'Added' | 'Removed'; items: readonly string[] }) {
  if (items.length === 0) return null
  return (
    <>
      <div className={stack['muted']}>{label}</div>
      <ul>
        {[...new Set(items)].map((item) => (
          <li key={item}>{label === 'Added' ? <ins>{item}</ins> : <del>{item}</del>}</li>
        ))}
      </ul>
    </>
  )
}
