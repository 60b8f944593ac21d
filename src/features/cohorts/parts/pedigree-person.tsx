import type { Kinship } from '#features/cohorts/pedigree-layout/kinship.ts'
import styles from '#features/cohorts/parts/pedigree.module.css'
import { affectedWords, markWords, sexWords } from '#features/cohorts/pedigree-words.ts'
import { Button } from '#ui/button.tsx'
import stack from '#ui/stack.module.css'

interface PedigreePersonProps {
  id: string
  kinship: Kinship
  hasTrait: boolean
  onActive: (id: string) => void
}

/** Who is under the cursor of a drawing, with the ways to their relatives. */
export function PedigreePerson({ id, kinship, hasTrait, onActive }: PedigreePersonProps) {
  const member = kinship.members.get(id)
  if (!member) return null
  const siblings = [...new Set(kinship.parentsOf(id).flatMap(kinship.childrenOf))].filter((other) => other !== id)
  const relatives = [
    ['Parents', kinship.parentsOf(id)],
    ['Partners', kinship.partnersOf(id)],
    ['Siblings', siblings],
    ['Children', kinship.childrenOf(id)],
  ] as const
  const words = [sexWords(member.sex), affectedWords(member, hasTrait), ...markWords(member)]
  return (
    <section className={stack['section']} aria-label="Chosen member" aria-live="polite">
      <h2>{id}</h2>
      <p>{words.filter((part) => part !== '').join(', ')}</p>
      <dl className={stack['facts']}>
        {relatives.map(
          ([title, ids]) =>
            ids.length > 0 && (
              <div key={title} style={{ display: 'contents' }}>
                <dt>{title}</dt>
                <dd className={styles['relatives']}>
                  {ids.map((relative) => (
                    <Button key={relative} size="small" data-relative onClick={() => onActive(relative)}>
                      {relative}
                    </Button>
                  ))}
                </dd>
              </div>
            ),
        )}
      </dl>
    </section>
  )
}
