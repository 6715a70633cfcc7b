import React from "react";
import { useLocation, useParams, useSearchParams } from "react-router-dom";
import DOMPurify from "dompurify";

export function Page({ title }) {
  const [params] = useSearchParams();
  const { name } = useParams();
  const location = useLocation();
  const html = "<i>" + params.get("h") + "</i>";
  return (
    <div>
      {/* ok: NG-021 */}
      <p>{name}</p>
      {/* ruleid: NG-021 */}
      <div dangerouslySetInnerHTML={{ __html: html }} />
      {/* ruleid: NG-021 */}
      <div dangerouslySetInnerHTML={{ __html: location.search }} />
      {/* ok: NG-021 */}
      <div dangerouslySetInnerHTML={{ __html: DOMPurify.sanitize(html) }} />
      {/* ok: NG-021 */}
      <div dangerouslySetInnerHTML={{ __html: "&nbsp;" }} />
    </div>
  );
}
