import { CustomVariableBuilderScreen } from '#features/custom-variables/parts/custom-variable-builder.tsx'

/** Defines each value by conditions on any number of variables. */
export default function MultiScreen() {
  return <CustomVariableBuilderScreen kind="multiple" title="Combine Many Variables" />
}
