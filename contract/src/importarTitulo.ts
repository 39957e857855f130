import { campoLabel } from './campos.ts'

export const importTitle = (campo: string): string => campoLabel(campo)
