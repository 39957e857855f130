import { campoLabel } from './campos.ts'

/** The heading of a field, in a template and in sentences. */
export const importTitle = (campo: string): string => campoLabel(campo)
