import type { AnswerOf } from '../../../api/call.ts'

/** A maintenance with its plan and its lines. */
export type MantenimientoConLineas = AnswerOf<'GET /api/mantenimientos/:id'>['data']
