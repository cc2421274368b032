/*
One row per page of a cluster.
*/
SELECT
    member.cluster,
    member.url,
    member.code,
    member.partners,
    member.listed,
    member.stands,
    member.fault
FROM cluster_members AS member
ORDER BY member.cluster, member.code, member.url
