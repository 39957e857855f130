import type { z } from 'zod'
import type { ContractLine } from './calls.ts'
import { type Endpoint, endpoint, fileResponse, xlsxType } from './endpoint.ts'

export type ExportLine = Extract<ContractLine, `GET ${string}/exportar`>

/** Endpoint that exports a list as a workbook (docs/contract/reports.md). */
export type ListExport<Q extends z.ZodType, L extends ExportLine = ExportLine> = Endpoint<
  L,
  z.ZodObject<Record<never, never>>,
  Q,
  z.ZodObject<Record<never, never>>,
  z.ZodString,
  'bare'
>

export const listExport = <L extends ExportLine, Q extends z.ZodType>(
  line: L,
  lista: string,
  query: Q,
  resolveAccess?: Endpoint['resolveAccess'],
): ListExport<Q, L> =>
  endpoint(line, {
    summary: `Exportar ${lista} a Excel: hasta 100,000 filas`,
    query,
    ...fileResponse('Lista generada exitosamente', xlsxType),
    ...(resolveAccess && { resolveAccess }),
  })
