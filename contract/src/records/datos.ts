import { campoLabel, labelledCampos } from './campos.ts'

/** Fields by which the log is filtered. Fields with one label, such as the two 'Kilometraje', are one. */

const camposByLabel = new Map<string, string[]>()
for (const campo of labelledCampos) {
  const label = campoLabel(campo)
  camposByLabel.set(label, [...(camposByLabel.get(label) ?? []), campo])
}

/** Labels by field, in the order of the labels. */
export const datoWords: Readonly<Record<string, string>> = Object.fromEntries(
  [...camposByLabel]
    .toSorted(([a], [b]) => a.localeCompare(b, 'es'))
    .map(([label, campos]): [string, string] => [String(campos[0]), label]),
)

/** Returns the logged fields with the label of this one. */
export const camposOfDato = (dato: string): readonly string[] => camposByLabel.get(campoLabel(dato)) ?? [dato]
