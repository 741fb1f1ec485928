/** A response's JSON body. Throws with the body if it's an error. */
export async function jsonOf(answer: Promise<Response>) {
  const response = await answer;
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  return response.json();
}
