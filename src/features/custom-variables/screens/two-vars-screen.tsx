import { CustomVariableBuilderScreen } from '#features/custom-variables/parts/custom-variable-builder.tsx'

/** Gives every combination of two variables' answers a value. */
export default function TwoVarsScreen() {
  return <CustomVariableBuilderScreen kind="merge" title="Combine Two Variables" />
}
