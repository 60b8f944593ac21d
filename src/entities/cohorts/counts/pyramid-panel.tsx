import { useAtom, useAtomValue } from 'jotai'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { CommandButton } from '#command-kit/command-button.tsx'
import { constructPreview } from '#contract/custom-variable-drafts.ts'
import type { ConstructPreview, Variable } from '#contract/shapes/entities.ts'
import { variableLookup } from '#contract/variables.ts'
import { countOf, formatCount, formatSize } from '#domain/numbers.ts'
import { HIDDEN_NOTE, Panel, SEX_AND_AGE, Waiting } from '#entities/cohorts/counts/panel.tsx'
import { pyramidOf, pyramidRequest, type Pyramid as PyramidCounts } from '#entities/cohorts/counts/pyramid.ts'
import { chosenSexAndAgeAtom, namesToFind, sexAndAgeIn, type SexAndAge } from '#entities/cohorts/sex-and-age.ts'
import { CountNotes } from '#entities/counts/count-notes.tsx'
import { RULES, useLit } from '#entities/counts/linked-cursor.ts'
import { Narrow } from '#entities/counts/narrow.tsx'
import { Loaded } from '#entities/server-state/loaded.tsx'
import { useCall } from '#entities/server-state/resource.ts'
import { isOfferedAtom, isAsInCohortAtom } from '#entities/session/session.ts'
import { Button } from '#ui/button.tsx'
import { drawPyramid, type PyramidShape } from '#ui/charts/pyramid-drawing.ts'
import { Pyramid } from '#ui/charts/pyramid.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { usePaneActions } from '#workspace/panes/pane-actions.ts'
import { PictureFrame } from '#workspace/pictures/picture-frame.tsx'
import stack from '#ui/stack.module.css'

const VariablePicker = lazy(async () => ({
  default: (await import('#entities/variables/variable-picker.tsx')).VariablePicker,
}))

const PartialVersions = lazy(() => import('#entities/cohorts/counts/partial-versions.tsx'))

/** Pixels of the bars; a file has the width of a text column. */
const BARS_HEIGHT = 140
const FILE_HEIGHT = 240
const FILE_WIDTH = 480

interface PyramidPanelProps {
  cohortId: number
  /** With disclosure control each new count is entered in the user's ledger: none without a request. */
  isOnRequest: boolean
}

/** Sex by age of a cohort's members, by the variables that the user chose or that have a usual name. */
export function PyramidPanel({ cohortId, isOnRequest }: PyramidPanelProps) {
  const [isRequested, setIsRequested] = useState(!isOnRequest)
  const [chosen, setChosen] = useAtom(chosenSexAndAgeAtom)
  const [isChoosing, setIsChoosing] = useState(false)
  const isSupported = useAtomValue(isOfferedAtom)(constructPreview)
  const lookup = useCall({
    endpoint: variableLookup,
    request: isSupported ? { variableNames: namesToFind(chosen) } : null,
    key: 'pyramid-variables',
  })
  usePaneActions(isSupported ? { 'picture.choose-variables': { available: true, run: () => setIsChoosing(true) } } : {})
  if (!isSupported) return null
  const choose = (
    <CommandButton id="picture.choose-variables" args={{}} size="small" variant="quiet">
      Choose…
    </CommandButton>
  )
  if (isChoosing) {
    const known = lookup.data ? sexAndAgeIn(lookup.data.data, chosen) : null
    return (
      <Panel title={SEX_AND_AGE} isLate>
        <Choice
          initial={known ? { sex: known.sex.variableName, age: known.age.variableName } : null}
          onChoose={(names) => {
            if (names !== null) setChosen(names)
            setIsChoosing(false)
          }}
        />
      </Panel>
    )
  }
  return (
    <Loaded
      resource={lookup}
      skeleton={
        <Panel title={SEX_AND_AGE} isLate>
          <Waiting />
        </Panel>
      }
    >
      {({ data }) => {
        const variables = sexAndAgeIn(data, chosen)
        if (variables && !isRequested) {
          return (
            <Panel title={SEX_AND_AGE} isLate action={choose}>
              <Button size="small" onClick={() => setIsRequested(true)}>
                Count {variables.sex.variableName} by {variables.age.variableName}
              </Button>
            </Panel>
          )
        }
        if (variables) return <Counted cohortId={cohortId} {...variables} choose={choose} />
        return (
          <Panel title={SEX_AND_AGE} isLate action={choose}>
            <p className={stack['muted']}>
              {chosen
                ? `${chosen.sex} and ${chosen.age} are no category of two values and number in this catalog.`
                : 'No variables with the usual names of sex and age. Choose a category for sex and a number for age in years.'}
            </p>
          </Panel>
        )
      }}
    </Loaded>
  )
}

interface ChoiceProps {
  initial: SexAndAge | null
  /** Null without a choice. */
  onChoose: (names: SexAndAge | null) => void
}

function Choice({ initial, onChoose }: ChoiceProps) {
  const [sex, setSex] = useState(initial?.sex ?? null)
  const [age, setAge] = useState(initial?.age ?? null)
  return (
    <div className={stack['section']}>
      <Suspense fallback={<Waiting />}>
        <VariablePicker label="Sex" variableName={sex} dataTypes={['categorical']} onChoose={setSex} />
        <VariablePicker label="Age in years" variableName={age} dataTypes={['numberrange']} onChoose={setAge} />
      </Suspense>
      <div className={stack['row']}>
        <Button
          size="small"
          variant="primary"
          aria-disabled={sex === null || age === null}
          onClick={() => sex !== null && age !== null && onChoose({ sex, age })}
        >
          Draw
        </Button>
        <Button size="small" variant="quiet" onClick={() => onChoose(null)}>
          Cancel
        </Button>
      </div>
    </div>
  )
}

interface CountedProps {
  cohortId: number
  sex: Variable
  age: Variable
  choose: ReactNode
}

function Counted({ cohortId, sex, age, choose }: CountedProps) {
  const names = { sex: sex.variableName, age: age.variableName }
  const counts = useCall({ endpoint: constructPreview, request: pyramidRequest(cohortId, names), key: 'pyramid' })
  const resource = { ...counts, data: counts.isPlaceholderData ? undefined : counts.data }
  return (
    <Panel title={SEX_AND_AGE} isLate action={choose}>
      <Loaded resource={resource} skeleton={<Waiting />}>
        {(preview) => {
          const pyramid = preview.cross && pyramidOf(preview.cross, sex, names.age)
          if (!pyramid) return <p className={stack['muted']}>{HIDDEN_NOTE}</p>
          if (pyramid.bands.length === 0) {
            return (
              <p className={stack['muted']}>
                No individual has an answer to both {names.sex} and {names.age}.
              </p>
            )
          }
          return <Drawn cohortId={cohortId} names={names} pyramid={pyramid} leftOut={preview.leftOut} />
        }}
      </Loaded>
    </Panel>
  )
}

interface DrawnProps {
  cohortId: number
  names: SexAndAge
  pyramid: PyramidCounts
  leftOut: ConstructPreview['leftOut']
}

function Drawn({ cohortId, names, pyramid, leftOut }: DrawnProps) {
  const canBuild = useAtomValue(isOfferedAtom)(RULES)
  const isAsInCohort = useAtomValue(isAsInCohortAtom)
  const { sides, bands, notDrawn, hasHidden } = pyramid
  // Bars that leave out collections count fewer individuals than a cohort would.
  const isLinked = canBuild && isAsInCohort(leftOut)
  const lit = useLit(
    bands.flatMap(({ bars }) =>
      bars.map(({ count, where }) => (isLinked && count ? { parentId: cohortId, where } : undefined)),
    ),
  )
  const title = `${names.sex} and ${names.age}`
  const shape: PyramidShape = {
    sides: [sides[0].words, sides[1].words],
    bands: bands.map(({ words, bars }) => ({ words, counts: [bars[0].count, bars[1].count] })),
    format: formatCount,
  }
  const picture = {
    title,
    draw: () => drawPyramid(shape, FILE_WIDTH, FILE_HEIGHT),
    table: [
      [names.age, ...shape.sides],
      ...shape.bands.map(({ words, counts }) => [words, formatSize(counts[0]), formatSize(counts[1])]),
    ],
  }
  const link = (band: number, side: number, words: string, isStop: boolean) => (
    <Narrow
      words={words.replace(/: [^:]*$/, '')}
      look="column"
      tooltip={`${words}. Build a cohort of these.`}
      parentId={cohortId}
      where={bands[band]?.bars[side]?.where ?? []}
      isInGrid={!isStop}
    >
      <VisuallyHidden>{words}</VisuallyHidden>
    </Narrow>
  )
  const notes = [
    notDrawn.noAge > 0 ? `${formatCount(notDrawn.noAge)} without ${names.age}` : '',
    notDrawn.noSide > 0 ? `${countOf(notDrawn.noSide, 'other')} by ${names.sex}` : '',
    hasHidden ? 'hidden counts' : '',
  ].filter(Boolean)
  return (
    <>
      <PictureFrame picture={picture} isUnderHeading>
        <Pyramid title={title} shape={shape} height={BARS_HEIGHT} link={isLinked ? link : undefined} lit={lit} />
      </PictureFrame>
      <p className={stack['muted']}>{notes.length > 0 ? `${title}. Not drawn: ${notes.join(', ')}.` : `${title}.`}</p>
      <Suspense>
        <PartialVersions cohortId={cohortId} {...names} />
      </Suspense>
      <CountNotes leftOut={leftOut} />
    </>
  )
}
