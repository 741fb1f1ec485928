import { type Html, html } from "#server/http/html.ts";

import type { ApiDocument, Call, Content, Schema } from "./api-document.ts";
import { fieldTable, parameterTable, prose } from "./api-fields.ts";

/** One call: who may make it, what it takes, what it answers. */
export function callSection(method: string, path: string, call: Call, shared: ApiDocument["components"]): Html {
  const { operationId, summary, description, parameters, requestBody, responses } = call;
  const [access = "everyone"] = call.security[0]?.session ?? [];
  const answers = Object.entries(responses).map(([status, one]) => {
    const answer = one.$ref ? shared.responses[nameOf(one.$ref)] : one;
    return { status, answer: answer ?? one, isShared: one.$ref !== undefined };
  });
  const good = answers.filter(({ status }) => status < "4");
  return html`<article id="${operationId}">
    <h3><a href="#${operationId}">${summary}</a> <span class="who ${access}">${access}</span></h3>
    <p class="address"><b class="${method}">${method.toUpperCase()}</b> <code>${path}</code></p>
    <p>${prose(description)}</p>
    ${
      parameters.length > 0
        ? html`<h4>Parameters</h4>
            ${parameterTable(parameters)}`
        : null
    }
    ${
      requestBody
        ? html`<details>
            <summary>Body${requestBody.required ? "" : ", may be left out"}</summary>
            ${requestBody.description ? html`<p>${prose(requestBody.description)}</p>` : null}
            ${contentOf(requestBody.content, shared.schemas)}
          </details>`
        : null
    }
    ${good.map(
      ({ status, answer }) =>
        html`<details>
          <summary>Answer ${status}</summary>
          <p>${prose(answer.description)}</p>
          ${contentOf(answer.content ?? {})}
        </details>`,
    )}
    <details>
      <summary>
        Errors
        ${answers
          .filter(({ status }) => status >= "4")
          .map(({ status }) => status)
          .join(", ")}
      </summary>
      <dl>
        ${answers
          .filter(({ status }) => status >= "4")
          .map(
            ({ status, answer }) =>
              html`<dt>${status}</dt>
                <dd>${prose(answer.description)}</dd>`,
          )}
      </dl>
    </details>
  </article>`;
}

/** Lists the fields of a type in `spelled`; any other type is a link to its fields. */
function contentOf(content: Content, spelled: Record<string, Schema> = {}): Html[] {
  return Object.entries(content).map(
    ([type, { schema, example }]) =>
      html`<p><code>${type}</code></p>
        ${fieldTable((schema.$ref && spelled[nameOf(schema.$ref)]) || schema)}
        ${example === undefined ? null : html`<pre tabindex="0">${pretty(example)}</pre>`}`,
  );
}

function nameOf(reference: string): string {
  return reference.split("/").at(-1) ?? "";
}

/** Short lists and objects stay on one line. */
function pretty(example: unknown): string {
  return JSON.stringify(example, null, 2).replaceAll(/[{[]\s[^{}[\]]{0,60}?\s[}\]]/g, (short) =>
    short.replaceAll(/\n +|\n/g, " "),
  );
}
