import { useAtomValue } from 'jotai'
import { lazy, Suspense, useState } from 'react'
import { CommandButton } from '#command-kit/command-button.tsx'
import { cohortPreview } from '#contract/cohorts.ts'
import { cohortPedigrees } from '#contract/pedigrees.ts'
import { cohortWords } from '#contract/shapes/cohort-words.ts'
import type { Cohort, Split, Variable } from '#contract/shapes/entities.ts'
import { countedWords, placeholderWords } from '#domain/cohorts/cohort-notes.ts'
import { cohortKind } from '#domain/cohorts/cohorts.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import { formatSize, wordFor } from '#domain/numbers.ts'
import { withdrawnSince } from '#domain/releases.ts'
import { useCode } from '#entities/code/use-code.ts'
import { savedSplitRequest } from '#entities/cohorts/building/cohort-draft.ts'
import { deleteCohort, editCohort, readNaming } from '#entities/cohorts/building/save-cohorts.ts'
import { takenNamesAtom } from '#entities/cohorts/building/use-cohort-saving.ts'
import { cohortAtom, cohortsAtom, cohortSummaryAtom } from '#entities/cohorts/cohorts.ts'
import { ParentSplit, Undecided, NotCounted, LeaveOut } from '#entities/cohorts/counts/parent-split.tsx'
import { PedigreeTotals } from '#entities/cohorts/counts/pedigree-totals.tsx'
import { NamingDialog, DeleteDialog } from '#entities/dialogs/naming-dialog.tsx'
import { Loaded } from '#entities/server-state/loaded.tsx'
import { useCall, type Resource } from '#entities/server-state/resource.ts'
import { useServices } from '#entities/server-state/services.ts'
import { CollectionAccess } from '#entities/session/collection-access.tsx'
import { capabilitiesAtom, isOfferedAtom } from '#entities/session/session.ts'
import { valueWords } from '#entities/variables/value-words.ts'
import { variableAtom } from '#entities/variables/variables.ts'
import { AboutCohort, CohortUses } from '#features/cohorts/detail/about-cohort.tsx'
import { Overview } from '#features/cohorts/overview/overview.tsx'
import { renamingOf } from '#features/cohorts/renaming.ts'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { DetailPage, ObjectBar, type BarAction } from '#workspace/detail/detail-page.tsx'
import { useEditAction } from '#workspace/detail/edit-action.ts'
import { usePaneActions } from '#workspace/panes/pane-actions.ts'
import { useRename } from '#workspace/panes/rename.ts'
import { useNextScreen } from '#workspace/use-next-screen.ts'
import stack from '#ui/stack.module.css'

// Files of their own, loaded with the screen: they are drawn only once the cohort's data arrive.
const lineage = import('#features/cohorts/lineage/lineage.tsx')
const Lineage = lazy(() => lineage)
const CompoundPicture = lazy(() => import('#features/cohorts/detail/compound-picture.tsx'))
const MadeOn = lazy(() => import('#features/cohorts/detail/made-on.tsx'))
const RulesSplit = lazy(async () => ({ default: (await lineage).RulesSplit }))
const RulesDefinition = lazy(() => import('#features/cohorts/detail/rules-definition.tsx'))

/** One cohort: size first, then lineage, members and dependents. */
export function CohortDetail({ cohort }: { cohort: Cohort }) {
  const [variableName, secondId] = [cohort.variableName ?? '', cohort.secondparentId ?? 0]
  const variable = useAtomValue(variableAtom({ name: variableName }))
  const second = useAtomValue(cohortAtom(secondId))
  const first = useAtomValue(cohortAtom(secondId > 0 ? (cohort.parentId ?? 0) : 0))
  // Start the requests of the sections below in parallel.
  useAtomValue(cohortSummaryAtom(cohort.cohortId))
  useAtomValue(cohortsAtom)
  const split = useSavedSplit(cohort)
  const isNamed =
    (variableName === '' || isSettled(variable)) && (secondId <= 0 || (isSettled(first) && isSettled(second)))
  // The height of the definition and of the picture is unknown until then.
  if (!isNamed) return <Skeleton shape="page" />
  return <KnownCohort cohort={cohort} variable={variable.data ?? null} secondName={second.data?.name} split={split} />
}

const isSettled = ({ data, error }: Resource<unknown>) => data !== undefined || error !== null

interface KnownCohortProps {
  cohort: Cohort
  variable: Variable | null
  secondName: string | undefined
  split: ReturnType<typeof useSavedSplit>
}

function KnownCohort({ cohort, variable, secondName, split }: KnownCohortProps) {
  const summary = useAtomValue(cohortSummaryAtom(cohort.cohortId))
  const meaning = (value: string) => (variable ? valueWords(variable, value) : value)
  const isOwn = cohort.cohortId !== ROOT_COHORT_ID
  const isByRules = cohortKind(cohort.constraintType) === 'rules'
  useCode({ kind: 'cohort', name: cohort.name, id: cohort.cohortId })

  return (
    <DetailPage
      bar={<CohortBar cohort={cohort} definition={cohortWords(cohort, meaning, () => secondName)} />}
      inspector={
        <>
          <AboutCohort cohort={cohort} />
          <CollectionAccess collections={cohort.collections} />
          <CohortUses cohort={cohort} />
        </>
      }
    >
      <SavedNotes cohort={cohort} />
      {split !== null && <ParentSplit split={split === 'pending' ? null : split} parentId={cohort.parentId} />}
      {isByRules && (
        <Suspense fallback={<ParentSplit split={null} parentId={cohort.parentId} />}>
          <RulesSplit cohort={cohort} />
        </Suspense>
      )}
      <section className={stack['section']} aria-label="Summary">
        <Loaded resource={summary} skeleton={<Skeleton shape="page" />}>
          {({ data, totals, placeholders }) => (
            <>
              {placeholders !== null && placeholders > 0 && totals === null && cohort.counted?.isCurrent !== false && (
                <p className={stack['muted']}>
                  {formatSize(cohort.rowCount)} individuals, {placeholderWords(placeholders)}.
                </p>
              )}
              <NotCounted counts={totals} />
              <PedigreeTotals
                rows={data}
                totals={totals}
                hasAffected={cohort.variableName !== null}
                hasSpreads={false}
              />
              <Overview
                cohort={cohort}
                rows={data}
                totals={totals}
                dataType={variable?.dataType ?? ''}
                valueWords={meaning}
              />
            </>
          )}
        </Loaded>
      </section>
      {/* Sections below would move as the summary appears. */}
      {isSettled(summary) && (
        <>
          {isByRules && (
            <Suspense fallback={<Skeleton />}>
              <RulesDefinition cohortId={cohort.cohortId} />
            </Suspense>
          )}
          {cohortKind(cohort.constraintType) === 'compound' && (
            <Suspense fallback={<Skeleton shape="rows" />}>
              <CompoundPicture cohort={cohort} split={split === 'pending' ? null : split} />
            </Suspense>
          )}
          {isOwn && (
            <Suspense fallback={<Skeleton />}>
              <Lineage cohort={cohort} />
            </Suspense>
          )}
        </>
      )}
      {isOwn ? <OwnCohortDialogs cohort={cohort} /> : <NoEdit />}
    </DetailPage>
  )
}

/** The size, the definition and the commands with this cohort as their argument. */
function CohortBar({ cohort, definition }: { cohort: Cohort; definition: string }) {
  const { cohortId, rowCount } = cohort
  const canDraw = useAtomValue(isOfferedAtom)(cohortPedigrees) && cohortKind(cohort.constraintType) === 'pedigree'
  const isOwn = cohortId !== ROOT_COHORT_ID
  const isEditable = ['subset', 'compound', 'rules'].includes(cohortKind(cohort.constraintType))
  const draw: BarAction = { id: 'pedigrees.draw', args: { cohortId }, label: 'Draw pedigrees' }
  const explore: BarAction = { id: 'variable.show', args: { cohortIds: [cohortId] }, label: 'Explore a variable' }
  return (
    <ObjectBar
      fact={formatSize(cohort.rowCount)}
      unit={wordFor(rowCount ?? 0, 'individual', 'individuals')}
      definition={definition}
      primary={{ id: 'download.new', args: { cohortId }, label: 'Download this' }}
      secondary={[
        { id: 'cohort.new-subset', args: { parentId: cohortId }, label: 'New subset' },
        canDraw ? draw : explore,
        { id: 'cohort.compare-in-table', args: { cohortId }, label: 'Compare with' },
        { id: 'cohorts.describe', args: { cohortIds: [cohortId] }, label: 'Table 1' },
      ]}
      more={[
        ...(canDraw ? [explore] : []),
        { id: 'cohort.build', args: { parentId: cohortId }, label: 'Build by rules' },
        ...(isEditable ? [{ id: 'definition.edit', args: { cohortId } } as const] : []),
        { id: 'cohort.new-compound', args: { cohortId }, label: 'New compound set' },
        ...(cohortId === ROOT_COHORT_ID ? [] : [{ id: 'cohort.new-others', args: { cohortId } } as const]),
        { id: 'pedigree.new', args: { parentId: cohortId }, label: 'Pedigrees' },
        { id: 'pedigrees.save-phenopackets', args: { cohortId } },
        ...(isOwn ? OWN_ACTIONS : []),
      ]}
    />
  )
}

const OWN_ACTIONS: readonly BarAction[] = [
  { id: 'form.edit', args: {}, label: 'Edit name and description' },
  { id: 'form.rename', args: {} },
  { id: 'form.delete', args: {} },
]

/** Notes on a saved cohort's counts: the data version, and missing answers. */
function SavedNotes({ cohort }: { cohort: Cohort }) {
  const { cohortId, counted, undecided, secondparentId, withdrawn } = cohort
  const second = useAtomValue(cohortAtom(secondparentId ?? 0)).data
  const hasReleases = useAtomValue(capabilitiesAtom).includes('releases')
  return (
    <>
      {counted && !counted.isCurrent && hasReleases && (
        <Suspense fallback={<Skeleton />}>
          <MadeOn cohort={cohort} />
        </Suspense>
      )}
      {counted && !counted.isCurrent && !hasReleases && (
        <Notice
          title={countedWords(counted.at, counted.people)}
          actions={<CommandButton id="cohort.count-again" args={{ cohortId }} />}
        >
          The counts on this page are from that day. Counting again creates a new cohort from the current data and keeps
          this one.
        </Notice>
      )}
      {withdrawn !== null && withdrawn > 0 && <p className={stack['muted']}>{withdrawnSince(withdrawn)}</p>}
      <Undecided count={undecided}>{second && <LeaveOut parentId={cohortId} second={second} />}</Undecided>
    </>
  )
}

/**
 * The outcomes of the parent's individuals for a saved subset or intersection. Null if the back end does not report them, or if the
 * data have changed: the counts would belong to another cohort.
 */
function useSavedSplit(cohort: Cohort): Split | 'pending' | null {
  const isSupported = useAtomValue(capabilitiesAtom).includes('split')
  const request = isSupported ? savedSplitRequest(cohort) : null
  const { data, isPlaceholderData, isError } = useCall({ endpoint: cohortPreview, request, key: 'cohort-preview' })
  if (request === null || isError) return null
  if (data === undefined || isPlaceholderData) return 'pending'
  return data.split?.match === cohort.rowCount ? data.split : null
}

function NoEdit() {
  useEditAction(null)
  return null
}

/** Handles the commands Edit and Delete of one of the user's cohorts. */
function OwnCohortDialogs({ cohort }: { cohort: Cohort }) {
  const { name, description, cohortId, version } = cohort
  const services = useServices()
  const showNext = useNextScreen()
  const taken = useAtomValue(takenNamesAtom)
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null)
  const close = () => setOpen(null)
  useEditAction(() => setOpen('edit'))
  usePaneActions({
    'form.delete': { available: true, run: () => setOpen('delete') },
  })
  const renaming = renamingOf(services, cohort, taken)
  useRename(renaming)
  return (
    <>
      <NamingDialog
        isOpen={open === 'edit'}
        onClose={close}
        title="Edit Cohort"
        naming={{ name, description, version }}
        rule={renaming.rule}
        nameHint="Empty: the name is kept."
        onSave={(naming, read) => editCohort(services, cohortId, { ...naming, name: naming.name || name }, read)}
        readNow={() => readNaming(services, cohortId)}
      />
      <DeleteDialog
        isOpen={open === 'delete'}
        onClose={close}
        entity="Cohort"
        name={name}
        usageOf={{ cohortId }}
        onDelete={() => deleteCohort(services, cohortId)}
        onDeleted={(outcome) => void showNext({ id: 'cohorts.show', args: {} }, outcome)}
      />
    </>
  )
}
