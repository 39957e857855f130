import { addDays, todayIn } from '@flota/contract/core/dates.ts'
import type { APIRequestContext } from '@playwright/test'
import { createRecord, type Login } from './support.ts'

/** Creates a fuel fill-up that the company pays. */
export const aCarga = (request: APIRequestContext, login: Login, values: Record<string, unknown>) =>
  createRecord(request, login, '/api/cargas', {
    fecha: '2026-11-20',
    galones: 40,
    total: 1400,
    paga: 'empresa',
    ...values,
  })

interface PlanRow {
  id: number
  version: number
}

/** Creates a plan of 10,000 km for these trucks. @returns that of the first */
export async function aPlan(
  request: APIRequestContext,
  login: Login,
  camiones: number[],
  values: object = {},
): Promise<PlanRow> {
  const { planes } = await createRecord<{ planes: [PlanRow] }>(request, login, '/api/planes', {
    camiones,
    nombre: 'Cambio de aceite',
    cada_km: 10_000,
    desde_fecha: addDays(todayIn('America/Guatemala', Date.now()), -60),
    desde_km: 95_000,
    ...values,
  })
  return planes[0]
}
