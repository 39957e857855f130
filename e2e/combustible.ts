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
