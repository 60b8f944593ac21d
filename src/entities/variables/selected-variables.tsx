import { CommandButton, CommandKeys } from '#command-kit/command-button.tsx'

/** The commands for the selected variables. */
export function SelectedVariables({ names }: { names: readonly string[] }) {
  const [first, second] = names
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
      {names.length <= 2 && first !== undefined && (
        <CommandButton
          id="variable.plot-against"
          args={{ variableName: first, ...(second !== undefined && { otherVariableName: second }) }}
          size="small"
        >
          {second === undefined ? 'Plot against…' : 'Plot against each other'}
        </CommandButton>
      )}
      {names.length === 2 && <CommandButton id="custom-variable.new-two" args={sources} size="small" />}
      {names.length >= 2 && (
        <>
          <CommandButton id="custom-variable.new-many" args={sources} size="small" />
          <CommandButton id="custom-variable.new-score" args={sources} size="small" />
          <CommandButton id="cohort.build" args={sources} size="small">
            Build a cohort of these <CommandKeys id="cohort.build" />
          </CommandButton>
        </>
      )}
    </>
  )
}
