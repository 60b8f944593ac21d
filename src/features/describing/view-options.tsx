import { useSearchParams } from 'react-router-dom'
import { withoutLabels } from '#features/describing/labels.ts'
import { AVERAGES, DIGITS, ORDERS, type View } from '#features/describing/view.ts'
import { Button } from '#ui/button.tsx'
import { CheckOption } from '#ui/forms/check-option.tsx'
import { ChoiceBar } from '#ui/forms/choice-bar.tsx'
import styles from '#features/describing/describe.module.css'

interface ViewOptionsProps {
  view: View
  onChange: (view: View) => void
  areApart: boolean
  onApart: (areApart: boolean) => void
  /** Several columns, which differ. */
  hasSeveral: boolean
  /** The columns are cohorts, whose records have diagnoses. */
  areCohorts: boolean
}

export function ViewOptions({ view, onChange, areApart, onApart, hasSeveral, areCohorts }: ViewOptionsProps) {
  const [params, setParams] = useSearchParams()
  const change = (changed: Partial<View>) => onChange({ ...view, ...changed })
  return (
    <div className={styles['options']}>
      <ChoiceBar label="Numbers" value={view.average} options={AVERAGES} onChange={(average) => change({ average })} />
      <ChoiceBar label="Order" value={view.order} options={ORDERS} onChange={(order) => change({ order })} />
      <CheckOption
        label="Versions of a question as one row"
        isChecked={!areApart}
        onChange={(areJoined) => onApart(!areJoined)}
      />
      <CheckOption
        label="Missing answers"
        isChecked={view.hasMissing}
        onChange={(hasMissing) => change({ hasMissing })}
      />
      <CheckOption label="Yes only" isChecked={view.isYesOnly} onChange={(isYesOnly) => change({ isYesOnly })} />
      <CheckOption label="Names and codes" isChecked={view.hasCodes} onChange={(hasCodes) => change({ hasCodes })} />
      <CheckOption label="95% CI" isChecked={view.hasIntervals} onChange={(hasIntervals) => change({ hasIntervals })} />
      {areCohorts && (
        <CheckOption
          label="Recorded diagnosis"
          isChecked={view.hasDiagnosis}
          onChange={(hasDiagnosis) => change({ hasDiagnosis })}
        />
      )}
      <ChoiceBar label="Decimals" value={view.digits} options={DIGITS} onChange={(digits) => change({ digits })} />
      {hasSeveral && <CheckOption label="p values" isChecked={view.hasP} onChange={(hasP) => change({ hasP })} />}
      {params.has('label') && (
        <Button size="small" onClick={() => setParams((current) => withoutLabels(current), { replace: true })}>
          Original labels
        </Button>
      )}
      {hasSeveral && view.hasP && (
        <CheckOption
          label="One of each family"
          isChecked={view.isOneOfEachFamily}
          onChange={(isOneOfEachFamily) => change({ isOneOfEachFamily })}
        />
      )}
    </div>
  )
}
