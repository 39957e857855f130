import type { Endpoint } from '@flota/contract/core/endpoint.ts'
import { endpoints } from '@flota/contract/endpoints.ts'

/** An endpoint at one of its addresses. */
export interface EndpointRequest {
  endpoint: Endpoint
  method: string
  url: string
}

/**
 * Returns the address without /api, which endpoints below /usuarios and /piloto also have
 * (docs/contract/general.md).
 */
const shortAddresses = (url: string) => (/^\/api\/(usuarios|piloto)(\/|$)/.test(url) ? [url.slice(4)] : [])

/** Id that no test creates. */
export const missingId = '2000000000'

const values: Record<string, string> = { tipo: 'choferes' }
const fillPath = (path: string) => path.replace(/:(\w+)/g, (_all, name: string) => values[name] ?? missingId)

/** Every endpoint at each of its addresses, with ids that no record has. */
export const endpointRequests: EndpointRequest[] = (endpoints as readonly Endpoint[]).flatMap((endpoint) =>
  [fillPath(endpoint.path), ...shortAddresses(fillPath(endpoint.path))].map((url) => ({
    endpoint,
    method: endpoint.method,
    url,
  })),
)

/** Endpoints that export a file, with the query that margins require. */
export const exportEndpoints = endpoints
  .map(({ line }) => String(line))
  .filter((line) => line.endsWith('/exportar') && !line.includes('margen'))

export const requestName = ({ method, url }: EndpointRequest) => `${method} ${url}`

/** Requests with a body. */
export const bodyRequests = endpointRequests.filter(({ method }) => ['POST', 'PUT', 'PATCH'].includes(method))
