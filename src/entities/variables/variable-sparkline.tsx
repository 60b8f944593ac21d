import { formatCount } from '#domain/numbers.ts'
import { useSketch, useStays } from '#entities/variables/sparklines.ts'
import { SparklinePlaceholder, Sparkline } from '#ui/charts/sparkline.tsx'
import { CommandButton } from '#command-kit/command-button.tsx'

/** A variable's distribution, small enough for a row; nothing if the back end has none. */
export function VariableSketch({ name }: { name: string }) {
  return useStays(name) ? <Sketch name={name} /> : <SparklinePlaceholder />
}

function Sketch({ name }: { name: string }) {
  const sketch = useSketch(name)
  if (!sketch) return <SparklinePlaceholder />
  const words = sketch.counts.map(([value, count]) => `${value}: ${count === null ? 'hidden' : formatCount(count)}`)
  return <Sparkline label={`Answers to ${name}. ${words.join('; ')}`} counts={sketch.counts.map(([, n]) => n ?? 0)} />
}

/** The commands for the selected variables. */
export function SelectedVariables({ names }: { names: readonly string[] }) {
  const [first] = names
  const sources = { variableNames: names }
  return (
    <>
      <CommandButton id="variable-set.new" args={sources} size="small" />
      <CommandButton id="variable-set.add" args={sources} size="small" />
      <CommandButton id="compare" args={{}} size="small" />
      {names.length === 1 && first !== undefined && (
        <>
          <CommandButton id="cohort.new-subset" args={{ variableName: first }} size="small" />
          <CommandButton id="custom-variable.new-downcode" args={sources} size="small" />
        </>
      )}
      {names.length === 2 && <CommandButton id="custom-variable.new-two" args={sources} size="small" />}
      {names.length >= 2 && <CommandButton id="custom-variable.new-many" args={sources} size="small" />}
    </>
  )
}
