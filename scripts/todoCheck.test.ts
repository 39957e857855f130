import { expect, test } from 'vitest'
import { findTodos } from './todoCheck.ts'

// In two parts, so that this file does not match itself.
test('findTodos: reports unfinished work with its line', () => {
  expect(findTodos(`a\n// TO${'DO'}: later\n`)).toEqual([`2: unfinished work: // TO${'DO'}: later`])
  expect(findTodos(`/* FIX${'ME'} */`)).toHaveLength(1)
})

test('findTodos: reports a suppression without a reason', () => {
  const disable = `// oxlint-${'disable'}-next-line no-console`
  expect(findTodos(disable)).toHaveLength(1)
  expect(findTodos(`${disable} -- the start block is for people`)).toEqual([])
  const expectError = `// @ts-${'expect-error'}`
  expect(findTodos(expectError)).toHaveLength(1)
  expect(findTodos(`${expectError} the types forget null`)).toEqual([])
})

test('findTodos: ignores other words that contain the markers', () => {
  expect(findTodos('const metodo = todos.map(todo)')).toEqual([])
})
